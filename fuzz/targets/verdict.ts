/** Verdict and deciding line are those of the naive reference, under each profile. */
import assert from 'node:assert/strict';
import { parseSync } from '../../src/core.js';
import { referenceVerdict } from '../../test/reference/reference.js';
import { outcomeOf, questionOf, questionSeeds } from '../question.js';
import type { Target } from '../target.js';

export const seeds: Target['seeds'] = questionSeeds;

export function fuzz(data: Uint8Array): void {
  const { profile, agents, url, body } = questionOf(data);
  const actual = outcomeOf(() => {
    const { allowed, rule } = parseSync(body).matcher({ agents, profile }).check(url);
    return { allowed, line: rule?.line ?? 0 };
  });
  const expected = outcomeOf(() => {
    const { allowed, line } = referenceVerdict(body, agents, url, profile);
    return { allowed, line };
  });
  assert.deepEqual(actual, expected, `${profile} ${JSON.stringify({ agents, url })}`);
}
