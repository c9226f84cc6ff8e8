/** `isAllowed`, which keeps nothing of the file, answers as the document does, the first time and when it is compiled. */
import assert from 'node:assert/strict';
import { isAllowed, parseSync } from '../../src/core.js';
import { outcomeOf, questionOf, questionSeeds } from '../question.js';
import type { Target } from '../target.js';

/** After this many questions, a matcher of many rules has built its index. */
const ENOUGH_QUESTIONS = 40;

export const seeds: Target['seeds'] = questionSeeds;

export function fuzz(data: Uint8Array): void {
  const { profile, agents, url, body } = questionOf(data);
  const once = outcomeOf(() => isAllowed(body, url, { agents, profile }));
  const answers = outcomeOf(() => {
    const matcher = parseSync(body).matcher({ agents, profile });
    const first = matcher.isAllowed(url);
    for (let i = 0; i < ENOUGH_QUESTIONS; i++) matcher.isAllowed(`/${i}`);
    return { first, later: matcher.isAllowed(url), checked: matcher.check(url).allowed };
  });
  const expected = typeof once === 'string' ? once : { first: once, later: once, checked: once };
  assert.deepEqual(answers, expected, `${profile} ${JSON.stringify({ agents, url })}`);
}
