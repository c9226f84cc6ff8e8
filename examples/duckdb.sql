-- What any engine left in the folder rows, for DuckDB: duckdb < duckdb.sql
CREATE OR REPLACE TABLE printed AS
FROM read_json('rows/*', format = 'newline_delimited', union_by_name = true);

-- An engine that runs a partition twice leaves its rows twice.
COPY (SELECT DISTINCT * EXCLUDE ("table", inputOffset) FROM printed WHERE "table" = 'verdicts')
  TO 'verdicts.parquet' (FORMAT parquet);

SELECT agent, restriction, count(DISTINCT url) AS urls
FROM 'verdicts.parquet' GROUP BY ALL ORDER BY ALL;
