/**
 * The verdicts and lines of the reference matcher: shared/vectors, docs/semantics.md §5.7.6.
 */
import { expect, test } from 'vitest';
import { isAllowed, parseSync } from '../../src/index.js';
import { describeWith } from '../support/needs.js';
import { loadVectors, SHARED_NEED } from '../support/shared.js';
import { readDocument } from '../support/ways.js';

describeWith(SHARED_NEED, 'the reference matcher’s verdicts under google', () => {
  test('every verdict and line, and every verdict in one pass', () => {
    const wrong = [...loadVectors()].filter(({ body, agents, url, allowed, line }) => {
      const verdicts = [readDocument(body), parseSync(body)].map((document) =>
        document.matcher({ agents, profile: 'google' }).check(url),
      );
      const inOnePass = isAllowed(body, url, { agents, profile: 'google' });
      return (
        verdicts.some((verdict) => verdict.allowed !== allowed || (verdict.rule?.line ?? 0) !== line) ||
        inOnePass !== allowed
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
