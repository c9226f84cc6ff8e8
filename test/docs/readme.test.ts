/**
 * The examples of the READMEs of the core and the client, and of the path's pages without a client, do what they say, against the site that they
 * show and a real archive.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { type SurveyOptions, survey } from '../../packages/survey/src/index.js';
import { capture, members } from '../../packages/survey/test/support/warc-writer.js';
import { examplesOf, runShown } from '../support/examples.js';

const PAGES = [
  'README.md',
  'packages/client/README.md',
  ...['start', 'check', 'archives', 'anywhere'].map((name) => `docs/${name}.md`),
];
const EXAMPLES = PAGES.flatMap((page) => examplesOf(page).map((code, i) => [page, i + 1, code] as const));

test.each(EXAMPLES)('%s, example %i', async (page, _number, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-readme-'));
  writeFileSync(
    join(folder, 'crawl.warc.gz'),
    members([capture('example.com', 'User-agent: GPTBot\nDisallow: /\n')]),
  );
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const replacements = {
    survey: (input: string | ReadableStream, options: SurveyOptions) =>
      survey(typeof input === 'string' ? join(folder, input) : input, options),
  };
  await runShown(page, code, replacements);
});
