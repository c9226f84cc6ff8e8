/**
 * The examples of the READMEs of the core and the client, and of the path's pages without a client, do what they say, against a real server and a
 * real archive.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient } from '../../packages/client/src/index.js';
import { startSite } from '../../packages/client/test/client/support/site.js';
import { type SurveyOptions, survey } from '../../packages/survey/src/index.js';
import { capture, members } from '../../packages/survey/test/support/warc-writer.js';
import { examplesOf, robotsTxtOf, runExample } from '../support/examples.js';

const PAGES = [
  'README.md',
  'packages/client/README.md',
  ...['start', 'check', 'archives', 'anywhere'].map((name) => `docs/${name}.md`),
];
const EXAMPLES = PAGES.flatMap((page) => examplesOf(page).map((code, i) => [page, i + 1, code] as const));

test('the README has a program for each kind of reader, of five lines', () => {
  const programs = examplesOf('README.md');
  expect(programs).toHaveLength(3);
  for (const code of programs) {
    const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
    expect(lines.length).toBeLessThanOrEqual(5);
  }
});

test.each(EXAMPLES)('%s, example %i', async (_page, _number, code) => {
  const site = await startSite();
  // The one that docs/start.md shows, and the READMEs describe.
  site.answer({ body: robotsTxtOf('docs/start.md') });
  // Whatever site an example asks, this one answers.
  const dispatcher = new Agent().compose(
    (dispatch) => (options, handler) => dispatch({ ...options, origin: site.origin }, handler),
  );
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-readme-'));
  writeFileSync(
    join(folder, 'crawl.warc.gz'),
    members([capture('example.com', 'User-agent: GPTBot\nDisallow: /\n')]),
  );
  onTestFinished(async () => {
    await dispatcher.close();
    await site.close();
    rmSync(folder, { recursive: true });
  });
  await runExample(code, {
    createClient: (options: ClientOptions) => createClient({ ...options, dispatcher }),
    fetch: () => fetch(`${site.origin}/robots.txt`),
    survey: (input: string | ReadableStream, options: SurveyOptions) =>
      survey(typeof input === 'string' ? join(folder, input) : input, options),
  });
});
