/** The kinds of real files: no file with rules counts as another kind of file, and every HTML page is found. */
import { expect, test } from 'vitest';
import { parseSync } from '../../src/core.js';
import { fileKind } from '../../src/file-kind.js';
import { describeWith } from '../support/needs.js';
import { loadCorpus, SHARED_NEED } from '../support/shared.js';

describeWith(SHARED_NEED, 'the kinds of the corpus', () => {
  const corpus = loadCorpus();
  const hasRules = (body: Uint8Array): boolean =>
    parseSync(body).groups.some(({ rules }) => rules.length > 0);

  test('a file with rules has no other kind', () => {
    expect(
      [...corpus].filter(([, body]) => fileKind(body) !== undefined && hasRules(body)).map(([site]) => site),
    ).toEqual([]);
  });

  test('80 files are HTML pages, and no file is of another kind', () => {
    const kinds = [...corpus.values()].map((body) => fileKind(body)).filter((kind) => kind !== undefined);
    expect(new Set(kinds)).toEqual(new Set(['html']));
    expect(kinds.length).toBe(80);
  });
});
