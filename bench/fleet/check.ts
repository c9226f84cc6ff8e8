/** Whether tables have exactly the rows of a plan, by DuckDB. */
import { DuckDBInstance } from '@duckdb/node-api';
import { CELLS, type ExpectedRows, SEPARATOR } from './expected.js';

/** What DuckDB finds. */
export interface CheckedRows {
  readonly rows: number;
  readonly faults: number;
  /** Inputs whose rows are not those expected, with what there is instead; the first ones. */
  readonly wrong: readonly string[];
}

const MEMORY_LIMIT = '1GB';
const MOST_WRONG = 20;

/** @param expected by the name of the input */
export async function checkRows(
  folder: string,
  inputs: Iterable<readonly [name: string, expected: ExpectedRows]>,
): Promise<CheckedRows> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: MEMORY_LIMIT, threads: '1' });
  const connection = await instance.connect();
  try {
    const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
    const cells = CELLS.map((name) => `coalesce("${name}"::VARCHAR, '')`).join(`, '${SEPARATOR}', `);
    const text = `concat(url, '${SEPARATOR}', epoch_ms(fetchedAt), '${SEPARATOR}', ${cells})`;
    const found = await rowsOf(
      `SELECT source, count(*)::INTEGER AS rows, sum(('0x' || md5(${text})[:12])::BIGINT)::VARCHAR AS sum
       FROM '${folder}/verdicts/*.parquet' GROUP BY source`,
    );
    const [faults] = await rowsOf(`SELECT count(*)::INTEGER AS count FROM '${folder}/faults/*.parquet'`);
    const byName = new Map(found.map(({ source, rows, sum }) => [source, { rows, sum } as ExpectedRows]));
    const wrong: string[] = [];
    for (const [name, { rows, sum }] of inputs) {
      const is = byName.get(name);
      byName.delete(name);
      if (is?.rows !== rows || is.sum !== sum)
        wrong.push(`${name}: ${is?.rows ?? 0} rows with the sum ${is?.sum}, and not ${rows} with ${sum}`);
    }
    for (const name of byName.keys()) wrong.push(`${name}: not an input`);
    return {
      rows: found.reduce((sum, { rows }) => sum + Number(rows), 0),
      faults: Number(faults?.count),
      wrong: wrong.slice(0, MOST_WRONG),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
