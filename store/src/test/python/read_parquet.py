"""Reads an export with pandas, and with Spark where it is installed, and compares it with the log it came from.

    python3 -m venv venv && venv/bin/pip install pandas pyarrow pyspark
    longhaul export parquet LOG -o TABLES
    venv/bin/python store/src/test/python/read_parquet.py LOG TABLES
"""

import glob
import json
import sys

import pandas as pd


def with_opposites(record):
    yield record
    if record.get("opposite"):
        yield from with_opposites({"kind": record["kind"], **record["opposite"]})


def main():
    log, tables = sys.argv[1:3]
    records = [r for path in sorted(glob.glob(log + "/segment-*.jsonl")) for line in open(path, encoding="utf-8")
               if line.strip() for r in with_opposites(json.loads(line))]
    runs = pd.read_parquet(tables + "/runs.parquet")
    intervals = pd.read_parquet(tables + "/intervals.parquet")
    assert len(runs) == len(records), (len(runs), len(records))
    assert len(intervals) == sum(len(r.get("intervals") or []) for r in records)
    assert list(runs["id"]) == [r["id"] for r in records]
    received = [r["received"]["bits_per_second"] if r.get("received") else None for r in records]
    assert [None if pd.isna(v) else int(v) for v in runs["received_bps"]] == received
    assert str(runs["started"].dtype).startswith("datetime64[us"), runs["started"].dtype
    started = pd.to_datetime([r["started"] for r in records], utc=True, format="ISO8601").floor("us")
    assert (runs["started"].reset_index(drop=True) == pd.Series(started)).all()
    print(f"pandas {pd.__version__}: {len(runs)} runs, {len(intervals)} intervals, equal to the log")
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        print("pyspark is not installed: Spark not tried")
        return
    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    frame = spark.read.parquet(tables + "/runs.parquet")
    assert frame.count() == len(records)
    assert dict(frame.dtypes)["started"] == "timestamp"
    mean = frame.selectExpr("sum(received_bps)").collect()[0][0]
    assert mean == sum(v for v in received if v is not None)
    assert spark.read.parquet(tables + "/intervals.parquet").count() == len(intervals)
    print(f"Spark {spark.version}: {frame.count()} runs, equal to the log")


if __name__ == "__main__":
    main()
