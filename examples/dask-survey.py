"""A survey by Dask: each partition of captures as NDJSON goes through `robotstream survey -`, on whatever worker, and again if a worker dies.

    python3 dask-survey.py tcp://scheduler:8786 rows captures/*.ndjson
"""
import subprocess
import sys

import dask.bag
from dask.distributed import Client

COMMAND = ["robotstream", "survey", "-", "--agent", "GPTBot", "--rows", "both"]


def survey(lines):
    """The rows of the lines of a partition: each depends on its own line alone."""
    done = subprocess.run(COMMAND, input="".join(lines).encode(), stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().split("\n")[:-1]


if __name__ == "__main__":
    _, scheduler, out, *files = sys.argv
    with Client(scheduler):
        partitions = dask.bag.read_text(files, blocksize="64MiB", linedelimiter="\n")
        partitions.map_partitions(survey).to_textfiles(f"{out}/*.ndjson")
