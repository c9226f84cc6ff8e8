/**
 * A survey with one job and with two. Prints `survey: ok`, or `survey: threads-unavailable` if it is refused before an input is read: in a
 * bundle, the file of the threads is missing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surveyAll } from '@robotstream/survey';

const folder = mkdtempSync(join(tmpdir(), 'robotstream-smoke-'));
const inputs = ['a.ndjson', 'b.ndjson'].map((name) => join(folder, name));
for (const input of inputs)
  writeFileSync(input, '{"url": "https://a.example/robots.txt", "body": "User-agent: *"}\n');

try {
  const ended = [];
  const survey = (jobs) =>
    surveyAll({ inputs, folder: join(folder, `${jobs}`), jobs, onEvent: ({ kind }) => ended.push(kind) });
  expectSame((await survey(1)).done, 2);
  ended.length = 0;
  const refused = await survey(2).then(
    ({ done }) => expectSame(done, 2),
    (error) => error,
  );
  if (refused !== undefined) expectSame([refused.code, ended], ['threads-unavailable', []]);
  console.log(`survey: ${refused === undefined ? 'ok' : refused.code}`);
} finally {
  rmSync(folder, { recursive: true });
}

function expectSame(actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}
