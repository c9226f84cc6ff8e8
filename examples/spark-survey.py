"""A survey by Spark: each partition of captures goes through `robotstream survey -`, which must be installed on the executors.

    spark-submit spark-survey.py captures.parquet verdicts.parquet        # columns url, status, headers, body, fetchedAt, id, by mapInPandas
    spark-submit spark-survey.py captures.ndjson rows                     # lines of NDJSON, by pipe
"""
import io
import subprocess
import sys

COMMAND = ["robotstream", "survey", "-", "--agent", "GPTBot"]

SCHEMA = "id string, url string, agent string, path string, allowed boolean, reason string, location string, restriction string"
COLUMNS = [column.split()[0] for column in SCHEMA.split(", ")]


def survey(frames):
    """The verdicts of the captures of a partition, as Arrow hands them over: frame by frame."""
    import pandas

    for frame in frames:
        lines = frame.to_json(orient="records", lines=True, date_format="iso")
        done = subprocess.run(COMMAND, input=lines.encode(), stdout=subprocess.PIPE, check=True)
        rows = pandas.read_json(io.BytesIO(done.stdout), lines=True, dtype=False, convert_dates=False)
        yield rows.loc[rows["table"] == "verdicts"].reindex(columns=COLUMNS)


if __name__ == "__main__":
    from pyspark.sql import SparkSession

    _, captures, out = sys.argv
    spark = SparkSession.builder.appName("robotstream").getOrCreate()
    if captures.endswith(".parquet"):
        spark.read.parquet(captures).mapInPandas(survey, SCHEMA).write.parquet(out)
    else:
        spark.sparkContext.textFile(captures).pipe(" ".join(COMMAND)).saveAsTextFile(out)
