"""Longhaul's planner and the same mixed-integer program through cvxpy with HiGHS, problem by problem.

The program is that of Skyplane (NSDI 2023), section 5: flows, connections and whole VMs, one fixed rate. Both sides get
the same rows of problems.csv, one after the other, so that noise of the machine hits both alike. Times are from the
problem's numbers in memory to the plan: for cvxpy that is building, compiling and solving.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install -r bench/peers/requirements.txt
    /tmp/peers/bin/python bench/peers/paired_milp.py GRID_FOLDER java -cp CLASSPATH io.longhaul.bench.planner.PlanServer

GRID_FOLDER holds links.csv, prices.csv and problems.csv; it reaches the server as the property longhaul.grid.
"""

import csv
import statistics
import subprocess
import sys
import time

import cvxpy as cp
import numpy as np

EGRESS = {"aws": 5.0, "gcp": 7.0, "azure": 16.0}
INGRESS = {"aws": 10.0, "gcp": 16.0, "azure": 16.0}
VM_DOLLARS_PER_SECOND = 0.54 / 3600
STREAMS = 64
ROUNDS = 1


def grid(folder):
    rates, prices = {}, {}
    with open(f"{folder}/links.csv") as file:
        for row in csv.DictReader(file):
            rates[row["from"], row["to"]] = float(row["bits_per_second"]) / 1e9
    with open(f"{folder}/prices.csv") as file:
        for row in csv.DictReader(file):
            prices[row["from"], row["to"]] = float(row["usd_per_gb"])
    sites = sorted({site for link in rates for site in link})
    n = len(sites)
    rate, price = np.zeros((n, n)), np.zeros((n, n))
    for i, a in enumerate(sites):
        for j, b in enumerate(sites):
            if (a, b) in rates and (a, b) in prices:
                rate[i, j], price[i, j] = rates[a, b], prices[a, b]
    return sites, rate, price


def solve(sites, rate, price, source, sink, gbps, gigabytes, most_vms):
    n = len(sites)
    flow = cp.Variable((n, n), nonneg=True)
    streams = cp.Variable((n, n), nonneg=True)
    vms = cp.Variable(n, integer=True)
    seconds = gigabytes * 8 / gbps
    out_of, into = cp.sum(flow, axis=1), cp.sum(flow, axis=0)
    s, t = sites.index(source), sites.index(sink)
    others = [v for v in range(n) if v not in (s, t)]
    provider = [site.split(":")[0] for site in sites]
    rows = [
        vms >= 0,
        vms <= most_vms,
        cp.sum(streams, axis=1) <= STREAMS * vms,
        cp.sum(streams, axis=0) <= STREAMS * vms,
        flow <= cp.multiply(rate / STREAMS, streams),
        into[s] == 0,
        out_of[s] == gbps,
        into[t] == gbps,
        out_of[t] == 0,
        into[others] == out_of[others],
        into <= cp.multiply(np.array([INGRESS[p] for p in provider]), vms),
        out_of <= cp.multiply(np.array([EGRESS[p] for p in provider]), vms),
    ]
    egress = cp.sum(cp.multiply(flow, price)) * seconds / 8
    problem = cp.Problem(cp.Minimize(egress + VM_DOLLARS_PER_SECOND * seconds * cp.sum(vms)), rows)
    problem.solve(solver=cp.HIGHS, highs_options={"mip_rel_gap": 1e-7, "threads": 1})
    return problem.value if problem.status == "optimal" else None


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    command.insert(1, f"-Dlonghaul.grid={folder}")
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    sites, rate, price = grid(folder)
    with open(f"{folder}/problems.csv") as file:
        problems = list(csv.DictReader(file))

    def ours(row):
        server.stdin.write(
            ",".join([row["from"], row["to"], row["rate_gbps"], str(int(float(row["size_gb"]))), row["max_vms_per_site"]])
            + "\n"
        )
        server.stdin.flush()
        millis, dollars = server.stdout.readline().split()
        return float(millis), None if dollars == "infeasible" else float(dollars)

    for _ in range(10):
        for row in problems:
            ours(row)
    mine, theirs, ratios, differ = [], [], [], 0
    for _ in range(ROUNDS):
        for row in problems:
            millis, dollars = ours(row)
            began = time.perf_counter()
            peer = solve(
                sites,
                rate,
                price,
                row["from"],
                row["to"],
                float(row["rate_gbps"]),
                float(row["size_gb"]),
                int(row["max_vms_per_site"]),
            )
            peer_millis = (time.perf_counter() - began) * 1e3
            mine.append(millis)
            theirs.append(peer_millis)
            ratios.append(peer_millis / millis)
            same = (peer is None) == (dollars is None) and (peer is None or abs(peer - dollars) <= 1e-5 * peer)
            differ += not same
            if not same:
                print(f"differ: {row['from']} to {row['to']} at {row['rate_gbps']}: {dollars} and {peer}", file=sys.stderr)
    server.stdin.close()
    for name, values in (("longhaul ms", mine), ("cvxpy with HiGHS ms", theirs), ("ratio", ratios)):
        values.sort()
        print(
            f"{name:20} median {statistics.median(values):9.3f}  p90 {values[int(0.9 * len(values))]:9.3f}"
            f"  max {values[-1]:9.3f}"
        )
    print(f"{len(problems)} problems, {ROUNDS} rounds, {differ} answers differ")


main()
