/** The errors of the classifier of IMC'25 on real files, counted by the naive reference matcher. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachOf } from '../../../src/compare/index.js';
import { parseSync } from '../../../src/index.js';
import { referenceVerdict } from '../../../test/reference/reference.js';
import { describeWith } from '../../../test/support/needs.js';
import { loadCorpusSample, SHARED_NEED } from '../../../test/support/shared.js';
import { surveyPublished } from '../src/index.js';
import { judge, pathsToTry } from '../src/report/published/imc25.js';
import { folder, out, run, useFolder } from './support/survey-folder.js';

const AGENT = 'GPTBot';

describeWith(SHARED_NEED, 'the classifier of IMC 2025', () => {
  useFolder();

  test('errs in as many files as the reference matcher shows', async () => {
    const files = loadCorpusSample();
    const input = join(folder, 'captures.ndjson');
    const line = ([site, octets]: [string, Uint8Array]) =>
      JSON.stringify({
        url: `https://${site}/robots.txt`,
        status: 200,
        bodyBase64: Buffer.from(octets).toString('base64'),
      });
    writeFileSync(input, files.map(line).join('\n'));
    await run({ inputs: [input], format: 'parquet', tables: ['captures', 'bodies'] });
    const { figures } = await surveyPublished(out(), 'imc25');

    const judged = { all: 0, some: 0, none: 0 };
    const errors = { all: 0, none: 0 };
    for (const [site, octets] of files) {
      const isAllowed = (url: string) => referenceVerdict(octets, [AGENT], url, 'google').allowed;
      const degree = judge(isAllowed, pathsToTry(new TextDecoder().decode(octets)));
      judged[degree]++;
      if (degree === 'some') continue;
      // A URL with another verdict than the root shows that neither everything nor nothing is refused.
      const { allowedPath, disallowedPath } = reachOf(
        parseSync(octets).matcher({ agents: AGENT, profile: 'google' }),
      );
      const witness = degree === 'all' ? allowedPath : disallowedPath;
      if (witness === null) continue;
      expect(isAllowed(witness), site).toBe(degree === 'all');
      errors[degree]++;
    }
    for (const degree of ['all', 'some', 'none'] as const) {
      const figure = figures.find(({ question, agent }) => question === degree && agent === AGENT);
      expect(figure?.theirs.count ?? 0, degree).toBe(judged[degree]);
      if (degree === 'some') continue;
      const missed = figure?.causes.find(({ cause }) => cause === 'path-not-tried');
      expect(missed?.more ?? 0, degree).toBe(errors[degree]);
    }
    expect(judged.some).toBeGreaterThan(0);
  });
});
