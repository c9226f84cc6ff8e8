/** `surveyRows`: the rows of one capture at once are those that `survey` has for a line of NDJSON. */
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type CaptureQuestions,
  type SurveyCapture,
  type SurveyRow,
  survey,
  surveyRows,
} from '../src/index.js';

const { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } = zlib;
/** From Node 22.15 on. */
const { zstdCompressSync } = zlib as { zstdCompressSync?: (octets: Uint8Array) => Buffer };

const url = 'https://a.example/robots.txt';
const RULES = Buffer.from('User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n');
const LARGE = Buffer.from(`User-agent: *\n${'Disallow: /private/folder/\n'.repeat(200_000)}`);
const QUESTIONS: CaptureQuestions = {
  agents: ['GPTBot', { crawler: 'Googlebot' }],
  paths: ['/', '/private/'],
  tables: ['captures', 'verdicts', 'rules'],
};

/** A frame of Zstandard with three octets that are no data. */
const SKIPPABLE = Buffer.of(0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);

const coded = (coding: string, octets: Uint8Array) => ({
  url,
  status: 200,
  headers: { 'Content-Encoding': coding },
  bodyBase64: Buffer.from(octets).toString('base64'),
});

const CAPTURES: readonly (readonly [string, SurveyCapture])[] = [
  ['a file', { url, status: 200, body: RULES.toString(), fetchedAt: '2024-05', id: { of: 'the program' } }],
  ['a file alone', { url, body: RULES.toString() }],
  ['a status', { url, status: 503, id: 'text' }],
  ['a redirect', { url, status: 301, headers: { location: ['/robots.txt?a'] } }],
  ['no robots.txt', { url: 'https://a.example/', body: '' }],
  ['a wrong status', { url, status: 1, id: 4 }],
  ['a wrong date', { url, fetchedAt: 'today' }],
  ['gzip', coded('gzip', gzipSync(RULES))],
  ['gzip that is cut off', coded('gzip', gzipSync(LARGE).subarray(0, -20))],
  ['a large file in gzip', coded('x-gzip', gzipSync(LARGE))],
  ['two codings', coded('deflate, gzip', gzipSync(deflateSync(RULES)))],
  ['deflate alone', coded('deflate', deflateRawSync(RULES))],
  ['Brotli', coded('br', brotliCompressSync(RULES))],
  ['Brotli that is cut off', coded('br', brotliCompressSync(LARGE).subarray(0, -20))],
  ['a coding that the body does not have', coded('gzip', RULES)],
  ['a coding that is not known', coded('compress', RULES)],
  ['a coding that is not known, below gzip', coded('gzip, compress', gzipSync(RULES))],
  ['gzip of a coding that is not known', coded('compress, gzip', gzipSync(RULES))],
  ['no coding by its name', coded('identity', RULES)],
  ...(zstdCompressSync === undefined
    ? []
    : ([
        ['Zstandard', coded('zstd', zstdCompressSync(RULES))],
        ['Zstandard whose second half is cut off', coded('zstd', zstdCompressSync(LARGE).subarray(0, -9))],
        [
          'Zstandard after a skippable frame',
          coded('zstd', Buffer.concat([SKIPPABLE, zstdCompressSync(RULES)])),
        ],
        [
          'Zstandard with other octets after it',
          coded('zstd', Buffer.concat([zstdCompressSync(RULES), RULES])),
        ],
      ] as const)),
];

async function ofSurvey(capture: SurveyCapture, questions: CaptureQuestions): Promise<SurveyRow[]> {
  const rows: SurveyRow[] = [];
  const line = Buffer.from(`${JSON.stringify(capture)}\n`);
  for await (const row of survey(line, { ...questions, name: 'capture' })) rows.push(row);
  return rows;
}

describe('surveyRows', () => {
  test.each(CAPTURES)('has the rows of survey for %s', async (_, capture) => {
    expect(surveyRows(capture, QUESTIONS)).toEqual(await ofSurvey(capture, QUESTIONS));
    expect(surveyRows(capture)).toEqual(await ofSurvey(capture, {}));
  });

  test.each([
    ['gzip', gzipSync(RULES)],
    ['deflate', deflateSync(RULES)],
    ['br', brotliCompressSync(RULES)],
    ...(zstdCompressSync === undefined
      ? []
      : [['zstd', Buffer.concat([zstdCompressSync(RULES), SKIPPABLE, zstdCompressSync(RULES)])] as const]),
  ] as const)('has the rows of survey wherever %s is cut off', async (coding, octets) => {
    for (let length = 0; length <= octets.length; length++) {
      const capture = coded(coding, octets.subarray(0, length));
      expect(surveyRows(capture)).toEqual(await ofSurvey(capture, {}));
    }
  });

  test('takes a body as octets', () => {
    const rows = surveyRows({ url, body: RULES }, QUESTIONS);
    expect(rows).toEqual(surveyRows({ url, body: RULES.toString() }, QUESTIONS));
    expect(rows).toHaveLength(1 + 4 + 2);
  });

  test('does not decode more than 32 MiB: that is a fault', () => {
    const bomb = coded('gzip', gzipSync(Buffer.alloc(33 * 1024 * 1024)));
    expect(surveyRows({ ...bomb, id: 1 })).toMatchObject([
      { table: 'faults', id: 1, row: { message: 'the body decodes to more than 32 MiB' } },
    ]);
  });

  test.each<[object, string]>([
    [{ tables: ['pages'] }, 'surveyRows cannot make'],
    [{ sites: 'list' }, 'sites'],
    [{ agents: 'GPTBot' }, 'agents is "GPTBot"'],
  ])('refuses %j', (questions, message) => {
    expect(() => surveyRows({ url }, questions as CaptureQuestions)).toThrow(message);
    expect(() => surveyRows({ url }, questions as CaptureQuestions)).toThrow(TypeError);
  });
});
