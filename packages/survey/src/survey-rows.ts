/**
 * A survey of one capture, at once: a pure step for workers and the functions of other engines.
 */
import { checkOptions, isObject, misshapen, optionTable, resolveProfile } from 'robotstream/internal';
import { decodedAtOnce } from './captures/decode-at-once.js';
import { givenCapture, notACapture, type SurveyCapture } from './captures/given-capture.js';
import { CAPTURE_OPTIONS, questionsOf, type SurveyOptions } from './questions.js';
import { CaptureReading, crawlersOf } from './rows/rows.js';
import type { SurveyRow, SurveyRows } from './tables.js';

/** What a capture is asked: the options of a survey but a list of sites. The table `pages`, whose parser is loaded on demand, needs `survey`. */
export type CaptureQuestions = Omit<SurveyOptions, 'sites' | 'by'>;

const OPTIONS = optionTable<CaptureQuestions>(CAPTURE_OPTIONS);

/** What the columns `source` of rows have. */
const SOURCE = 'capture';

/** Where a capture is: by itself. */
const PLACE = { offset: 0, offsetInMember: 0 };

/** In place of options that are not given. */
const NO_QUESTIONS: CaptureQuestions = {};

/** The readings of questions: the same object is asked about many captures. */
const READINGS = new WeakMap<CaptureQuestions, CaptureReading>();

/**
 * The rows of one capture, which depend on nothing else: those that {@link survey} yields for a line of NDJSON with the same members, but that a body
 * whose gzip is damaged, or has other octets after it, is kept as it is or counts as cut off. A capture that cannot be read has a row of the table
 * `faults`, with its `id` and the reason. A redirect says where it leads (`location`).
 *
 * @param capture its body may have at most 32 MiB without its content codings, of which 2 MiB are read
 * @param options the same object for all captures is checked once
 * @returns no rows for a URL that is not that of a robots.txt, unless `all` is given
 * @throws {TypeError} if the capture is no object, or an option is unknown or not as documented
 * @example
 * ```js
 * import { surveyRows } from '@robotstream/survey';
 *
 * const questions = { agents: ['GPTBot'] };
 * const capture = { id: 7, url: 'https://example.com/robots.txt', status: 200, body: 'User-agent: *\nDisallow: /' };
 * const [first] = surveyRows(capture, questions);
 * if (first.table === 'verdicts') console.log(first.id, first.row.allowed, first.row.restriction); // → 7 false all
 * ```
 */
export function surveyRows(capture: SurveyCapture, options: CaptureQuestions = NO_QUESTIONS): SurveyRow[] {
  if (!isObject(capture)) throw misshapen(capture, 'capture', 'an object with the url of a robots.txt');
  let reading = READINGS.get(options);
  if (reading === undefined) {
    reading = readingFor(options);
    READINGS.set(options, reading);
  }
  const rows: SurveyRows[] = [];
  reading.addRows(SOURCE, decodedCapture(capture), rows);
  return rows.flatMap((one) =>
    'row' in one
      ? [one]
      : Array.from({ length: one.length }, (_, nth) => ({
          table: one.table,
          id: one.id,
          row: one.rowAt(nth),
        })),
  );
}

function readingFor(options: CaptureQuestions): CaptureReading {
  checkOptions('surveyRows', options, OPTIONS);
  const questions = questionsOf(options);
  if (questions.tables.some((table) => table === 'pages' || table === 'bodies'))
    throw new TypeError('tables has "pages" or "bodies", which surveyRows cannot make; survey makes them');
  const given = options.profile === undefined ? undefined : resolveProfile(options.profile);
  return new CaptureReading(questions, crawlersOf(questions, given), undefined);
}

function decodedCapture(value: SurveyCapture) {
  const given = givenCapture(value, PLACE);
  if (given.kind === 'fault' || given.coding === undefined || given.payload === null) return given;
  const decoded = decodedAtOnce(given.payload.octets, given.coding);
  if (decoded === undefined) return notACapture(PLACE, 'the body decodes to more than 32 MiB', given.id);
  return { ...given, payload: { ...given.payload, ...decoded } };
}
