/** NDJSON: a line is a capture or a fault, however the input is cut; `surveyRows` has its rows at once; what is in memory at a time has a limit. */
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Capture } from '../src/captures/capture.js';
import { readCaptures } from '../src/captures/read-captures.js';
import {
  type CaptureQuestions,
  type SurveyCapture,
  type SurveyRow,
  survey,
  surveyRows,
} from '../src/index.js';
import type { InputFault } from '../src/octets/input-fault.js';
import { MAX_PAYLOAD_OCTETS } from '../src/octets/places.js';
import { questionsOf } from '../src/questions.js';
import { rowBatches } from '../src/rows/rows.js';
import { captures, inChunks } from './support/read.js';
import { members, record, response } from './support/warc-writer.js';

const { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } = zlib;
/** From Node 22.15 on. */
const { zstdCompressSync } = zlib as { zstdCompressSync?: (octets: Uint8Array) => Buffer };

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

const ndjson = (...lines: readonly unknown[]) =>
  Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

describe('NDJSON', () => {
  test.each(['VXNlcg==', 'VXNl cg', 'VXNl\r\ncg==\r\n', 'V X N l c g', '\nVXNlcg=='])(
    'Base64 with and without padding and white space: %j',
    async (bodyBase64) => {
      expect(await captures(ndjson({ url: URL_A, bodyBase64 }))).toMatchObject([{ text: 'User' }]);
    },
  );

  test('null is the same as a missing member', async () => {
    const nulls = { id: null, status: null, headers: null, body: null, bodyBase64: null, fetchedAt: null };
    const [missing, given] = await captures(ndjson({ url: URL_A }, { url: URL_A, ...nulls }));
    expect(given).toEqual({ ...missing, offset: expect.any(Number) });
  });

  test('a body in gzip, whose header says so', async () => {
    const bodyBase64 = gzipSync(RULES).toString('base64');
    const headers = { 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' };
    expect(await captures(ndjson({ url: URL_A, headers, bodyBase64 }))).toMatchObject([{ text: RULES }]);
  });

  test('compressed, cut anywhere, with empty lines and CR LF', async () => {
    const file = gzipSync(
      Buffer.concat([ndjson({ url: URL_A, body: RULES }), Buffer.from('\r\n\r\n'), ndjson({ url: URL_A })]),
    );
    for (const size of [1, 7, 65_536]) {
      expect(await captures(file, { size })).toMatchObject([{ text: RULES }, { text: null }]);
    }
  });

  test.each<[unknown, string]>([
    ['{', 'is not JSON'],
    ['[]', '"url" is not a string'],
    [{ url: 1 }, '"url" is not a string'],
    [{ url: 'example.com/robots.txt' }, '"url" is "example.com/robots.txt"; an absolute URL is expected'],
    [{ url: URL_A, status: 1000 }, '"status"'],
    [{ url: URL_A, fetchedAt: 1 }, '"fetchedAt"'],
    [{ url: URL_A, headers: { a: 1 } }, '"headers"'],
    [{ url: URL_A, bodyBase64: '*' }, '"bodyBase64"'],
    ...['VXNlc', 'VXNlc\n\n\n', 'V==\n', 'VXNlcg===', 'V\u00fcNl'].map((bodyBase64): [unknown, string] => [
      { url: URL_A, bodyBase64 },
      '"bodyBase64"',
    ]),
    [{ url: URL_A, body: 1 }, '"body"'],
  ])('a line that is no capture is a fault, and reading goes on: %j', async (line, message) => {
    const items = await captures(ndjson({ url: URL_A }, line, { url: URL_A }));
    const fault = { fault: 'not-a-capture', message: expect.stringContaining(message) };
    expect(items).toMatchObject([{ url: URL_A }, fault, { url: URL_A }]);
  });
});

const FILE = Buffer.from('User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\n');
const LARGE = Buffer.from(`User-agent: *\n${'Disallow: /private/folder/\n'.repeat(200_000)}`);
const QUESTIONS: CaptureQuestions = {
  agents: ['GPTBot', { crawler: 'Googlebot' }],
  paths: ['/', '/private/'],
  tables: ['captures', 'verdicts', 'rules'],
};

/** A frame of Zstandard with three octets that are no data. */
const SKIPPABLE = Buffer.of(0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);

const coded = (coding: string, octets: Uint8Array) => ({
  url: URL_A,
  status: 200,
  headers: { 'Content-Encoding': coding },
  bodyBase64: Buffer.from(octets).toString('base64'),
});

const CAPTURES: readonly (readonly [string, SurveyCapture])[] = [
  [
    'a file',
    { url: URL_A, status: 200, body: FILE.toString(), fetchedAt: '2024-05', id: { of: 'a program' } },
  ],
  ['a file alone', { url: URL_A, body: FILE.toString() }],
  ['a status', { url: URL_A, status: 503, id: 'text' }],
  ['a redirect', { url: URL_A, status: 301, headers: { location: ['/robots.txt?a'] } }],
  ['no robots.txt', { url: 'https://a.example/', body: '' }],
  ['a wrong status', { url: URL_A, status: 1, id: 4 }],
  ['a wrong date', { url: URL_A, fetchedAt: 'today' }],
  ['gzip', coded('gzip', gzipSync(FILE))],
  ['gzip that is cut off', coded('gzip', gzipSync(LARGE).subarray(0, -20))],
  ['a large file in gzip', coded('x-gzip', gzipSync(LARGE))],
  ['two codings', coded('deflate, gzip', gzipSync(deflateSync(FILE)))],
  ['deflate alone', coded('deflate', deflateRawSync(FILE))],
  ['Brotli', coded('br', brotliCompressSync(FILE))],
  ['Brotli that is cut off', coded('br', brotliCompressSync(LARGE).subarray(0, -20))],
  ['a coding that the body does not have', coded('gzip', FILE)],
  ['a coding that is not known', coded('compress', FILE)],
  ['a coding that is not known, below gzip', coded('gzip, compress', gzipSync(FILE))],
  ['gzip of a coding that is not known', coded('compress, gzip', gzipSync(FILE))],
  ['no coding by its name', coded('identity', FILE)],
  ...(zstdCompressSync === undefined
    ? []
    : ([
        ['Zstandard', coded('zstd', zstdCompressSync(FILE))],
        ['Zstandard whose second half is cut off', coded('zstd', zstdCompressSync(LARGE).subarray(0, -9))],
        ['Zstandard after octets to skip', coded('zstd', Buffer.concat([SKIPPABLE, zstdCompressSync(FILE)]))],
        ['Zstandard before other octets', coded('zstd', Buffer.concat([zstdCompressSync(FILE), FILE]))],
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
    ['gzip', gzipSync(FILE)],
    ['deflate', deflateSync(FILE)],
    ['br', brotliCompressSync(FILE)],
    ...(zstdCompressSync === undefined
      ? []
      : [['zstd', Buffer.concat([zstdCompressSync(FILE), SKIPPABLE, zstdCompressSync(FILE)])] as const]),
  ] as const)('has the rows of survey wherever %s is cut off', async (coding, octets) => {
    for (let length = 0; length <= octets.length; length++) {
      const capture = coded(coding, octets.subarray(0, length));
      expect(surveyRows(capture)).toEqual(await ofSurvey(capture, {}));
    }
  });

  test('takes a body as octets', () => {
    const rows = surveyRows({ url: URL_A, body: FILE }, QUESTIONS);
    expect(rows).toEqual(surveyRows({ url: URL_A, body: FILE.toString() }, QUESTIONS));
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
    expect(() => surveyRows({ url: URL_A }, questions as CaptureQuestions)).toThrow(message);
    expect(() => surveyRows({ url: URL_A }, questions as CaptureQuestions)).toThrow(TypeError);
  });
});

async function batchesOf(octets: Uint8Array): Promise<(Capture | InputFault)[][]> {
  const batches: (Capture | InputFault)[][] = [];
  for await (const batch of readCaptures(inChunks(octets), { name: 'input' })) batches.push(batch);
  return batches;
}

test('NDJSON: payloads with a content coding are yielded a few at a time', async () => {
  const COUNT = 8;
  const body = gzipSync(Buffer.alloc(MAX_PAYLOAD_OCTETS - 1, '#')).toString('base64');
  const line = JSON.stringify({ url: URL_A, headers: { 'Content-Encoding': 'gzip' }, bodyBase64: body });
  const sizes = (await batchesOf(gzipSync(`${line}\n`.repeat(COUNT)))).map((batch) =>
    batch.reduce((sum, item) => sum + (('payload' in item && item.payload?.octets.length) || 0), 0),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3 * MAX_PAYLOAD_OCTETS);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(COUNT * (MAX_PAYLOAD_OCTETS - 1));
});

test('NDJSON: short lines are yielded a few at a time, with their places', async () => {
  const COUNT = 5000;
  const file = `{"url":"${URL_A}"}\n${'{}\n\n'.repeat(COUNT)}`;
  const first = file.indexOf('{}');
  const batches = await batchesOf(Buffer.from(file));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(1000);
  expect(batches.flat().map(({ kind, offset }) => [kind, offset])).toEqual([
    ['capture', 0],
    ...Array.from({ length: COUNT }, (_, i) => ['fault', first + 4 * i]),
  ]);
});

test('rows of revisit records are yielded a few at a time', async () => {
  const RULES = 20_000;
  const REVISITS = 5;
  const file = members([
    record({ id: '<urn:uuid:1>', content: response(`User-agent: *\n${'Allow: /\n'.repeat(RULES)}`) }),
    ...Array.from({ length: REVISITS }, () =>
      record({ type: 'revisit', fields: { 'WARC-Refers-To': '<urn:uuid:1>' }, content: '' }),
    ),
  ]);
  const questions = questionsOf({ tables: ['rules'] });
  const captures = readCaptures(inChunks(file), { name: 'input' });
  const sizes: number[] = [];
  for await (const rows of rowBatches('input', captures, questions)) sizes.push(rows.length);
  expect(Math.max(...sizes)).toBe(RULES);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(RULES * (1 + REVISITS));
});
