/**
 * A survey of one input: captures in, rows out.
 */
import { resolveProfile } from '../define-profile.js';
import { callersFor } from '../match/select/crawler-callers.js';
import type { Capture } from './capture.js';
import type { InputFault } from './input/block.js';
import { readCaptures } from './input/captures.js';
import { readInput } from './input/read-input.js';
import { nameOf, questionsOf, type SurveyOptions, type SurveyQuestions } from './questions.js';
import { addRows } from './rows.js';
import type { SurveyRow, TableName } from './tables.js';

export interface InputOptions extends SurveyOptions {
  /** What the input is called in the column `source`; default its name, and `input` for octets. */
  readonly name?: string | undefined;
}

/**
 * Reads an archive and yields the rows of the tables, in the order of its captures. The input is a WARC file (`.warc`,
 * `.warc.gz`, and `.warc.zst` where Node has Zstandard), captures as NDJSON, or a tar archive or folder of files named by their
 * hosts; the format is recognized by the octets. It reads no faster than the rows are consumed. Damage becomes a row of the
 * table `faults`, and reading goes on after it.
 *
 * ```ts
 * for await (const { table, row } of survey('crawl.warc.gz', { agents: ['GPTBot'] })) {
 *   if (table === 'verdicts') console.log(row.url, row.allowed);
 * }
 * ```
 *
 * @param input the name of a file or folder, an http or https URL, or the octets of a file
 * @throws {TypeError} (the first `next` rejects) if an option is unknown or not as documented
 * @throws {Error} (`next` rejects) if the input cannot be opened or read
 */
export async function* survey(
  input: string | AsyncIterable<Uint8Array>,
  options: InputOptions = {},
): AsyncGenerator<SurveyRow, void> {
  const { name = typeof input === 'string' ? input : 'input', ...survey } = options;
  const questions = questionsOf('survey', survey);
  const batches =
    typeof input === 'string'
      ? readInput(input, { all: questions.all })
      : readCaptures(input, { name, all: questions.all });
  // Not `yield*`, which takes half as long again for each row.
  for await (const rows of rowBatches(name, batches, questions)) for (const row of rows) yield row;
}

/** The rows of each batch of captures. */
export async function* rowBatches(
  source: string,
  batches: AsyncIterable<(Capture | InputFault)[]>,
  { tables, agents, paths, profile }: SurveyQuestions,
): AsyncGenerator<readonly SurveyRow[], void> {
  const questions = {
    tables: new Set<TableName>(tables),
    crawlers: agents.map((caller) => ({ name: nameOf(caller), caller, callers: callersFor(caller) })),
    paths,
    profile: resolveProfile(profile),
  };
  for await (const batch of batches) {
    const rows: SurveyRow[] = [];
    for (const item of batch) {
      if (item.kind === 'capture') {
        addRows(source, item, questions, rows);
      } else {
        const { offset, code, message } = item;
        rows.push({ table: 'faults', row: { source, offset, code, message } });
      }
    }
    yield rows;
  }
}
