"""Makes the golden values that the tests of core.stats compare with.

    python3 -m venv venv && venv/bin/pip install -r stats/src/test/python/requirements.txt
    venv/bin/python stats/src/test/python/golden.py > stats/src/test/resources/io/longhaul/stats/golden.tsv

Every line: name of the series or pair, name of the value, numbers. Numbers are printed so that they read back exactly.
"""

import platform
import sys
import warnings

import arch
import numpy as np
import pymannkendall
import scipy
import statsmodels
from arch.bootstrap import optimal_block_length
from scipy import stats
from statsmodels.sandbox.stats.runs import runstest_1samp
from statsmodels.stats.diagnostic import acorr_ljungbox, normal_ad
from statsmodels.stats.multitest import multipletests
from statsmodels.tsa.stattools import acf, adfuller, kpss

warnings.simplefilter("ignore")


def emit(case, field, values):
    numbers = " ".join(repr(float(v)) for v in np.atleast_1d(values))
    print(f"{case}\t{field}\t{numbers}")


def autoregression(rng, n, rho):
    x = np.zeros(n)
    x[0] = rng.normal() / np.sqrt(1 - rho * rho)
    for t in range(1, n):
        x[t] = rho * x[t - 1] + rng.normal()
    return x


def turning_points(x):
    x = np.array([v for i, v in enumerate(x) if i == 0 or v != x[i - 1]])
    n = len(x)
    turns = sum((x[i] - x[i - 1]) * (x[i + 1] - x[i]) < 0 for i in range(1, n - 1))
    return (turns - 2 * (n - 2) / 3) / np.sqrt((16 * n - 29) / 90)


def one_series(case, x):
    n = len(x)
    emit(case, "series", x)
    emit(case, "quantiles", np.quantile(x, [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1]))
    emit(case, "moments", [np.mean(x), np.std(x, ddof=1), stats.median_abs_deviation(x)])
    emit(case, "acf", acf(x, nlags=5, fft=False))
    box = acorr_ljungbox(x, lags=[min(10, n // 5)])
    emit(case, "ljung-box", [box.lb_stat.iloc[0], box.lb_pvalue.iloc[0]])
    emit(case, "runs", runstest_1samp(x, cutoff="median", correction=False))
    z = turning_points(x)
    emit(case, "turning-points", [z, 2 * stats.norm.sf(abs(z))])
    for lags in (0, 3):
        emit(case, f"adf-{lags}", adfuller(x, maxlag=lags, autolag=None, result_object=False)[:2])
    emit(case, "adf-aic", np.take(adfuller(x, maxlag=8, autolag="AIC", result_object=False)[:3], [0, 1, 2]))
    for lags in (0, 4):
        emit(case, f"kpss-level-{lags}", kpss(x, "c", nlags=lags)[:2])
        emit(case, f"kpss-trend-{lags}", kpss(x, "ct", nlags=lags)[:2])
    emit(case, "shapiro", stats.shapiro(x))
    emit(case, "jarque-bera", stats.jarque_bera(x))
    a2, p = normal_ad(x)
    emit(case, "anderson", [a2 * (1 + 0.75 / n + 2.25 / n**2), p])
    plain = pymannkendall.original_test(x)
    emit(case, "mann-kendall", [plain.z, plain.p])
    emit(case, "sen", stats.theilslopes(x)[0])
    hamed = pymannkendall.hamed_rao_modification_test(x, lag=10)
    emit(case, "block-length", optimal_block_length(x).circular)
    emit(case, "hamed-rao", [hamed.z, hamed.p, hamed.var_s / plain.var_s])


def two_samples(case, x, y):
    emit(case, "first", x)
    emit(case, "second", y)
    pooled = len(np.unique(np.concatenate([x, y]))) == len(x) + len(y)
    method = "exact" if pooled and len(x) + len(y) <= 40 else "asymptotic"
    emit(case, "mann-whitney", stats.mannwhitneyu(x, y, method=method))
    u = stats.mannwhitneyu(x, y).statistic
    emit(case, "cliff", 2 * u / len(x) / len(y) - 1)
    emit(case, "kruskal", stats.kruskal(x, y))
    if len(x) == len(y):
        d = x - y
        d = d[d != 0]
        method = "exact" if len(d) <= 50 and len(np.unique(np.abs(d))) == len(d) else "approx"
        both = stats.wilcoxon(d, method=method, correction=True)
        plus = stats.wilcoxon(d, method=method, correction=True, alternative="greater").statistic
        emit(case, "wilcoxon", [plus, both.pvalue])
    if case in ("shifted", "paired"):
        ratio = stats.bootstrap((x, y), lambda a, b, axis: np.median(a, axis=axis) / np.median(b, axis=axis),
                                n_resamples=40_000, method="BCa", rng=np.random.default_rng(7), batch=2_000)
        emit(case, "median-ratio-bca", [ratio.confidence_interval.low, ratio.confidence_interval.high])


def main():
    rng = np.random.default_rng(20261121)
    print(f"# python {platform.python_version()} numpy {np.__version__} scipy {scipy.__version__} "
          f"statsmodels {statsmodels.__version__} pymannkendall {pymannkendall.__version__} arch {arch.__version__}")
    one_series("normal", rng.normal(10, 2, 50))
    one_series("autoregression", 5e9 + 1e8 * autoregression(rng, 200, 0.6))
    one_series("random-walk", np.cumsum(rng.normal(size=200)))
    one_series("trend", 0.02 * np.arange(120) + rng.normal(size=120))
    one_series("lognormal", rng.lognormal(1, 0.8, 40))
    one_series("ties", np.floor(rng.normal(20, 3, 60)))
    one_series("uniform", rng.uniform(size=300))
    one_series("long", rng.normal(size=1500))
    for n in (3, 4, 5, 6, 8, 11, 12, 20):
        x = rng.normal(100, 15, n)
        emit(f"small-{n}", "series", x)
        emit(f"small-{n}", "shapiro", stats.shapiro(x))
    two_samples("shifted", rng.normal(10, 1, 18), rng.normal(10.8, 1, 21))
    two_samples("paired", rng.lognormal(0, 0.3, 30), rng.lognormal(0.2, 0.3, 30))
    two_samples("paired-ties", np.floor(rng.normal(20, 3, 80)), np.floor(rng.normal(21, 3, 80)))
    two_samples("tiny", np.array([1.5, 2.5, 4.0]), np.array([3.0, 5.0, 6.0, 7.0]))
    groups = [rng.normal(10, 1, 24), rng.normal(10.2, 1, 20), np.floor(rng.normal(11, 1, 30))]
    for i, g in enumerate(groups):
        emit("groups", f"g{i}", g)
    emit("groups", "kruskal", stats.kruskal(*groups))
    p = rng.uniform(size=12) ** 3
    emit("holm", "p", p)
    emit("holm", "adjusted", multipletests(p, method="holm")[1])
    for case, rows in (("blocks", rng.normal([10, 10.3, 11, 10.1], 1, (15, 4))),
                       ("blocks-ties", np.floor(rng.normal([10, 10.3, 11], 1.5, (20, 3))))):
        for i, treatment in enumerate(rows.T):
            emit(case, f"t{i}", treatment)
        emit(case, "friedman", stats.friedmanchisquare(*rows.T))


if __name__ == "__main__":
    sys.exit(main())
