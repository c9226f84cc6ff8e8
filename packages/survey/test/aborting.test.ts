/** A survey of one input ends when its signal aborts, whatever it waits for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { later } from '../../../test/support/later.js';
import { until } from '../../../test/support/until.js';
import type { SurveyRequest } from '../../cli/src/survey/request.js';
import { surveyToOutput } from '../../cli/src/survey/to-output.js';
import { Interrupted, untilInterrupted } from '../../command-line/src/exit.js';
import { type SurveyRow, survey } from '../src/index.js';
import { serve } from './support/serve.js';

const REASON = new Error('enough');
const CAPTURE = '{"url": "https://a.example/robots.txt", "status": 404}\n';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-aborting-'));
  writeFileSync(join(folder, 'captures.ndjson'), CAPTURE.repeat(10));
  mkdirSync(join(folder, 'hosts'));
  for (const host of ['a.example', 'b.example', 'c.example']) writeFileSync(join(folder, 'hosts', host), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['captures', Buffer.from(CAPTURE)],
  ['gzip that is cut', gzipSync(CAPTURE).subarray(0, -9)],
  ['nothing', Buffer.alloc(0)],
])('while octets are awaited, after %s', async (_, start) => {
  const input = new PassThrough();
  input.write(start);
  const { signal, abort } = aborting();
  const rows = allOf(survey(input, { signal }));
  await until(() => input.readableLength === 0);
  abort();
  await expect(rows).rejects.toBe(REASON);
  expect(input.destroyed).toBe(true);
});

test('while a server is silent; its connection is closed', async () => {
  const { signal, abort } = aborting();
  const [sent, closed] = [later(), later()];
  const url = await serve((request, response) => {
    request.socket.once('close', () => closed.resolve());
    response.write(CAPTURE, () => sent.resolve());
  });
  const rows = allOf(survey(url, { signal }));
  await sent.promise;
  abort();
  await expect(rows).rejects.toBe(REASON);
  await closed.promise;
});

test.each(['captures.ndjson', 'hosts'])('between two rows of %s', async (name) => {
  const { signal, abort } = aborting();
  const rows = survey(join(folder, name), { signal });
  expect((await rows.next()).done).toBe(false);
  abort();
  await expect(rows.next()).rejects.toBe(REASON);
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});

test('before it begins', async () => {
  const { signal, abort } = aborting();
  abort();
  const input = new PassThrough();
  await expect(survey(input, { signal }).next()).rejects.toBe(REASON);
  expect(input.destroyed).toBe(true);
  await expect(survey(join(folder, 'captures.ndjson'), { signal }).next()).rejects.toBe(REASON);
});

test('the command ends by Ctrl+C while it waits for standard input', async () => {
  const before = new Set(process.listeners('SIGINT'));
  const stdin = new PassThrough();
  const none = new Writable({ write: (_chunk, _encoding, done) => done() });
  const request: SurveyRequest = {
    ...{ inputs: ['-'], format: 'ndjson', tables: ['verdicts'], questions: {}, servers: {} },
    ...{ folder: undefined, jobs: 1, resume: false, isStrict: false },
  };
  const context = { stdin, stdout: none, stderr: none, env: {} };
  const ended = untilInterrupted((signal) => surveyToOutput(request, context, signal));
  // The timer that would end this process.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const listener of process.listeners('SIGINT')) if (!before.has(listener)) listener('SIGINT');
  await expect(ended).rejects.toThrow(Interrupted);
});

async function allOf(rows: AsyncIterable<SurveyRow>): Promise<readonly SurveyRow[]> {
  const all: SurveyRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

function aborting(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(REASON) };
}
