/**
 * The weights of sites: the number of their captures, or a column of numbers of a joined file.
 */
import { shown } from 'robotstream/internal';
import { JoinError } from '../join-error.js';
import { type Engine, type ResultRow, sqlName } from './engine.js';
import { ROW_HOST } from './join.js';
import type { Join } from './site-choice.js';
import { type SiteWeight, weighting } from './statements.js';

/** The weight that every survey has. */
export const CAPTURES = 'captures';

/** What sites count with instead of 1. */
export interface Weights {
  /** `captures`, or the name of a column. */
  readonly name: string;
  /** The column of the tables of sites that has it. */
  readonly column: SiteWeight;
}

/**
 * Finds out what the weights are. The rows of a joined file must be in the table `joined_rows`.
 *
 * @param columns those of the joined file
 * @throws {JoinError} (rejects) if there is no such column, or it has what is no weight
 */
export async function findWeights(
  engine: Engine,
  name: string,
  join: Join | undefined,
  columns: readonly string[],
): Promise<Weights> {
  if (name === CAPTURES) return { name, column: 'captures' };
  if (join === undefined || !columns.includes(name))
    throw new JoinError(
      `weight is ${shown(name)}; ${[CAPTURES, ...columns].map((one) => shown(one)).join(' or ')} is accepted${join === undefined ? ', and the columns of a joined file' : ''}`,
    );
  const other = columns.find((column) => column !== name && column.toLowerCase() === 'weight');
  if (other !== undefined)
    throw new JoinError(
      `${join.file} has a column ${shown(other)}, and so has the table of sites if it has weights; another name is expected`,
    );
  await checkWeights(engine, name, join.file);
  return { name, column: 'weight' };
}

/** Types whose values may be weights. Those of text may be numbers, too. */
const WEIGHT_TYPES = /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\)|VARCHAR)$/;

/** The least and the greatest weight beside 0. The squares of these, and their sums, are numbers, too. */
const MIN_WEIGHT = '1e-100';
const MAX_WEIGHT = '1e100';

/** @throws {JoinError} (rejects) if a cell is no weight; the message names its row */
async function checkWeights(engine: Engine, name: string, file: string): Promise<void> {
  const column = sqlName(name);
  const types = await engine.rows(`DESCRIBE SELECT ${column} FROM joined_rows`);
  const type = String(types[0]?.column_type);
  if (!WEIGHT_TYPES.test(type))
    throw new JoinError(`${file} has a column ${shown(name)} of the type ${type}; a weight is a number`);
  const value = `TRY_CAST(${column} AS DOUBLE)`;
  const [wrong] = await engine.rows(`SELECT ${ROW_HOST} AS host, ${column}::VARCHAR AS cell FROM joined_rows
WHERE ${column} IS NOT NULL AND NOT coalesce(${value} = 0 OR ${value} BETWEEN ${MIN_WEIGHT} AND ${MAX_WEIGHT}, false)
ORDER BY host LIMIT 1`);
  if (wrong !== undefined)
    throw new JoinError(
      `${file} has the ${shown(name)} ${shown(wrong.cell)} for ${shown(wrong.host)}; a weight is 0, or a number from ${MIN_WEIGHT} to ${MAX_WEIGHT}`,
    );
}

/**
 * Gives the tables of sites their weights. Those without one are left out.
 *
 * @returns how many sites are left out
 * @throws {JoinError} (rejects) if all sites are left out
 */
export async function weighSites(engine: Engine, { name, column }: Weights): Promise<number> {
  if (column === 'captures') return 0;
  const before = await countSites(engine);
  for (const statement of weighting(sqlName(name))) await engine.rows(statement);
  const after = await countSites(engine);
  if (after === 0 && before > 0)
    throw new JoinError(`no site of the survey has a weight in the column ${shown(name)}`);
  return before - after;
}

async function countSites(engine: Engine): Promise<number> {
  const [{ sites }] = (await engine.rows('SELECT count(*) AS sites FROM sites')) as [ResultRow];
  return Number(sites);
}
