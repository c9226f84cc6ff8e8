/**
 * A survey of one input: captures in, rows out.
 */
import type { OctetSource } from 'robotstream';
import {
  anAbortSignal,
  aString,
  checkOptions,
  misshapen,
  optionTable,
  SourceChunks,
} from 'robotstream/internal';
import { readCaptures } from './captures/read-captures.js';
import { readInput } from './captures/read-input.js';
import { questionsOf, readsEveryUrl, SURVEY_OPTIONS, type SurveyOptions } from './questions.js';
import { REMOTE_OPTIONS, type RemoteOptions } from './remote/remote-options.js';
import { chosenCaptures } from './rows/chosen-captures.js';
import { rowBatches } from './rows/rows.js';
import { SiteList } from './rows/site-list.js';
import type { SurveyRow } from './tables.js';

/** Options for `survey`. */
export interface InputOptions extends SurveyOptions, RemoteOptions {
  /** What the input is called in the column `source`; default its name, and `input` for octets. */
  readonly name?: string | undefined;
  /** Ends the survey early, even while it waits for the input. */
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS = optionTable<InputOptions>({
  ...SURVEY_OPTIONS,
  name: aString,
  ...REMOTE_OPTIONS,
  signal: anAbortSignal,
});

/**
 * Reads an archive and yields the rows of the tables, in the order of its captures, the verdicts on redirects last. The input is a WARC file (`.warc`,
 * `.warc.gz`, and `.warc.zst` where Node has Zstandard), captures as NDJSON, or a tar archive or folder of files named by their
 * hosts; the format is recognized by the octets. It reads no faster than the rows are consumed. Damage becomes a row of the
 * table `faults`, and reading goes on after it.
 *
 * @param input a string is the name of a file or folder, or an http, https or s3 URL; anything else is the octets of a file, in any form
 *   that `parse` reads: a Node `Readable`, a `ReadableStream`, a `Blob`, an (async) iterable of `Uint8Array`, or one `Uint8Array`
 * @throws {TypeError} (the first `next` rejects) if `input` is none of these, or an option is unknown or not as documented
 * @throws {RobotsError} (`next` rejects) `source-type` if the input yields anything but octets; `html-package-missing` if the table `pages` is
 *   wanted, and the package parse5 is not installed; `s3-package-missing` if the input is at an s3 URL, and the package
 *   `@aws-sdk/client-s3` is not installed
 * @throws {JoinError} (`next` rejects) if the list of sites is none
 * @throws {Error} (`next` rejects) if the input or the list of sites cannot be opened or read
 * @throws (`next` rejects) the reason of `signal` if it aborts
 * @example
 * ```js
 * import { survey } from '@robotstream/survey';
 *
 * const archive = new Blob([
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * ]);
 * for await (const { table, row } of survey(archive.stream(), { agents: ['GPTBot'] })) {
 *   if (table === 'verdicts') console.log(row.url, row.allowed); // → https://example.com/robots.txt false
 * }
 * ```
 */
export async function* survey(
  input: OctetSource,
  options: InputOptions = {},
): AsyncGenerator<SurveyRow, void> {
  checkOptions('survey', options, OPTIONS);
  const {
    name = typeof input === 'string' ? input : 'input',
    userAgent,
    headers,
    ratePerHost,
    signal,
  } = options;
  const questions = questionsOf(options);
  const { sites, by = 'host' } = options;
  const list = sites === undefined ? undefined : await SiteList.read(sites, by);
  const all = readsEveryUrl(questions);
  const batches =
    typeof input === 'string'
      ? readInput(input, { all, userAgent, headers, ratePerHost, signal })
      : readCaptures(octetsOf(chunksIn(input, signal)), { name, all });
  try {
    for await (const rows of rowBatches(name, chosenCaptures(batches, list), questions)) {
      // Not `yield*`, which takes half as long again for each row.
      for (const one of rows) {
        if ('row' in one) {
          signal?.throwIfAborted();
          yield one;
          continue;
        }
        for (let nth = 0; nth < one.length; nth++) {
          signal?.throwIfAborted();
          yield { table: one.table, id: one.id, row: one.rowAt(nth) };
        }
      }
    }
  } catch (error) {
    signal?.throwIfAborted(); // the reason, not what a stream or a fetch makes of it
    throw error;
  }
}

/** @throws {TypeError} if the input is of no known kind */
function chunksIn(input: OctetSource, signal: AbortSignal | undefined): SourceChunks {
  try {
    return new SourceChunks(input, { signal });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw misshapen(
      input,
      'input',
      'the name of a file, a folder or a URL, or octets: a Uint8Array, a Blob, a ReadableStream, a Node Readable, an (async) iterable',
    );
  }
}

async function* octetsOf(chunks: SourceChunks): AsyncGenerator<Uint8Array, void> {
  try {
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) return;
      yield chunks.octets(value);
    }
  } finally {
    await chunks.close();
  }
}
