/** Captures with redirects, as NDJSON, and what a survey and its report say about them. */
import { rmSync } from 'node:fs';
import { type RowOf, type SurveyOptions, survey, surveyAll } from '../../src/index.js';
import { type Engine, withEngine } from '../../src/report/engine.js';
import { resolveRedirects } from '../../src/report/redirects.js';
import { createViews, findParts } from '../../src/report/sources.js';
import { inChunks } from './read.js';
import { out, write } from './survey-folder.js';

/** A capture: a redirect `to` a URL, a file, or a status. */
export interface Line {
  readonly url: string;
  readonly to?: string | undefined;
  readonly body?: string | undefined;
  readonly status?: number | undefined;
  /** When it was fetched; null for no date. */
  readonly at?: string | null | undefined;
}

export const robots = (host: string): string =>
  host.includes('://') ? `${host}/robots.txt` : `https://${host}.example/robots.txt`;

export const CLOSED = 'User-agent: *\nDisallow: /\n';
export const OPEN = 'User-agent: *\nDisallow:\n';
export const DATE = '2024-05-10T00:00:00Z';

export function ndjsonOf(lines: readonly Line[]): Buffer {
  const texts = lines.map(({ url, to, body, status = to === undefined ? 200 : 301, at = DATE }) =>
    JSON.stringify({ url, status, body, fetchedAt: at, ...(to && { headers: { location: to } }) }),
  );
  return Buffer.from(texts.join('\n'));
}

type Verdict = RowOf<'verdicts'>;

/** The verdicts of a survey of one input. */
export async function verdictsIn(lines: readonly Line[], options: SurveyOptions = {}): Promise<Verdict[]> {
  const rows: Verdict[] = [];
  for await (const { table, row } of survey(inChunks(ndjsonOf(lines)), { agents: ['GPTBot'], ...options }))
    if (table === 'verdicts') rows.push(row);
  return rows;
}

/** Surveys captures into the folder in place of an earlier survey, those of each list as an input. */
export async function surveyLines(
  inputs: readonly (readonly Line[])[],
  options: SurveyOptions = {},
): Promise<void> {
  rmSync(out(), { recursive: true, force: true });
  const names = inputs.map((lines, nth) => write(`${nth}.ndjson`, ndjsonOf(lines)));
  const tables = ['captures', 'verdicts'] as const;
  await surveyAll({ inputs: names, folder: out(), agents: ['GPTBot'], tables, ...options });
}

/** A verdict, and the URL of the capture that answers a redirect. */
export type Reported = Verdict & { readonly answeredBy: string | null };

/** The verdicts as the report of the survey has them, in the order of the input. */
export async function reportedVerdicts(): Promise<Reported[]> {
  return await withEngine(async (engine: Engine) => {
    await createViews(engine, await findParts(out()));
    await resolveRedirects(engine);
    const rows = await engine.rows(
      'SELECT * FROM verdicts ORDER BY source, inputOffset, offsetInMember, agent, path',
    );
    return rows.map((row) => ({ answeredBy: null, ...row })) as unknown as Reported[];
  });
}

/** The verdicts on one input as a report has them. */
export async function answered(lines: readonly Line[], options: SurveyOptions = {}): Promise<Reported[]> {
  await surveyLines([lines], { tables: ['verdicts'], ...options });
  return await reportedVerdicts();
}
