/**
 * The rows that a fleet run must give, by the seed alone: a number and a sum for each input. The cells of an answer come from a survey of
 * that answer in this process; what they say about access is compared with the naive reference first.
 */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type RowOf, survey } from '@robotstream/survey';
import { callerNamed } from 'robotstream/crawlers';
import { callersFor } from 'robotstream/internal';
import { capture, members, response } from '../../packages/survey/test/support/warc-writer.js';
import { type ReferenceProfile, referenceVerdict } from '../../test/reference/reference.js';
import { type Answer, capturesOf, type Plan } from './plan.js';

/** What the rows of an input must be. */
export interface ExpectedRows {
  readonly rows: number;
  /** The sum of the first 48 bits of the MD5 of each row's text: another row, a row too few or one too many changes it. */
  readonly sum: string;
}

/** The columns of a row's text after URL and date, in SQL and in rows. */
export const CELLS = [
  'agent',
  'allowed',
  'line',
  'directive',
  'pattern',
  'reason',
  'selectedBy',
  'restriction',
] as const;

/** Separates the cells of a row's text. */
export const SEPARATOR = '|';

/** The text of a row's cells; the cell of a null is empty. */
function cellsOf(row: RowOf<'verdicts'>): string {
  return CELLS.map((name) => `${row[name] ?? ''}`).join(SEPARATOR);
}

const REFERENCE_PROFILES: readonly string[] = ['rfc9309', 'google'] satisfies ReferenceProfile[];

/** The texts of the rows of each answer, in the order of the agents. */
export async function rowTextsOf(answers: readonly Answer[], agents: readonly string[]): Promise<string[][]> {
  const texts: string[][] = answers.map(() => []);
  const archive = members(
    answers.map(({ status, headers, body }, i) =>
      capture(`${i}.example`, body, { content: response(body, { status, headers }) }),
    ),
  );
  for await (const { table, row } of survey(Readable.from([archive]), { agents: agents.map(callerNamed) })) {
    if (table !== 'verdicts') throw new Error(`the answers give a row of ${table}: ${JSON.stringify(row)}`);
    const answer = Number.parseInt(new URL(row.url).hostname, 10);
    compareWithReference(answers[answer] as Answer, row);
    (texts[answer] as string[]).push(cellsOf(row));
  }
  for (const [i, rows] of texts.entries())
    if (rows.length !== agents.length) throw new Error(`answer ${i} gives ${rows.length} rows`);
  return texts;
}

/**
 * Compares the verdict of a crawler that is named by one token, and reads by a profile of the reference.
 *
 * @throws {Error} if the naive reference has another verdict
 */
function compareWithReference({ body }: Answer, row: RowOf<'verdicts'>): void {
  const { agent, profile, allowed, line, reason } = row;
  const tokens = callersFor(callerNamed(agent)).names.length;
  if (tokens > 1 || !REFERENCE_PROFILES.includes(profile)) return;
  if (allowed === null || reason?.startsWith('status-')) return;
  const verdict = referenceVerdict(
    body,
    [agent],
    row.url.replace('robots.txt', ''),
    profile as ReferenceProfile,
  );
  if (verdict.allowed !== allowed || verdict.line !== line)
    throw new Error(
      `${agent}: the survey says ${allowed} by line ${line}, the reference ${JSON.stringify(verdict)}`,
    );
}

/** How many octets of the digest count. */
const SUM_OCTETS = 6;
const LOW_BITS = 24;

export function expectedRows(plan: Plan, input: number, texts: readonly (readonly string[])[]): ExpectedRows {
  let rows = 0;
  // Two sums, because numbers are exact up to 53 bits.
  let high = 0;
  let low = 0;
  for (const { url, fetchedAt, answer } of capturesOf(plan, input, texts.length)) {
    for (const cells of texts[answer] as readonly string[]) {
      const digest = hash('md5', [url, fetchedAt, cells].join(SEPARATOR), 'buffer');
      high += digest.readUIntBE(0, SUM_OCTETS / 2);
      low += digest.readUIntBE(SUM_OCTETS / 2, SUM_OCTETS / 2);
      rows++;
    }
  }
  return { rows, sum: `${(BigInt(high) << BigInt(LOW_BITS)) + BigInt(low)}` };
}
