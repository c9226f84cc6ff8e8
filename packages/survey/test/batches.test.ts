/** Inputs of a few octets that become many captures or rows: what is in memory at a time has a limit. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Capture } from '../src/captures/capture.js';
import { readCaptures } from '../src/captures/read-captures.js';
import type { InputFault } from '../src/octets/input-fault.js';
import { MAX_PAYLOAD_OCTETS } from '../src/octets/places.js';
import { questionsOf } from '../src/questions.js';
import { rowBatches } from '../src/rows/rows.js';
import { inChunks } from './support/read.js';
import { members, record, response } from './support/warc-writer.js';

const URL_A = 'https://a.example/robots.txt';

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
