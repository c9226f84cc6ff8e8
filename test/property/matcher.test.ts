/**
 * For each profile the compiled matcher agrees with the naive reference matcher, verdict and line.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { isAllowed, PROFILES, type ProfileName, parseSync } from '../../src/core.js';
import { agentLists, googleUrlNear, robotsBody, urlNear } from '../reference/arbitraries.js';
import { referenceVerdict } from '../reference/reference.js';
import { checkProperty } from '../support/property.js';

/** A question: a body, and callers and URLs that come near it. */
function questions(profile: ProfileName) {
  return robotsBody().chain((body) =>
    fc.record({
      body: fc.constant(body),
      agents: agentLists(body),
      urls: fc.array(profile === 'google' ? googleUrlNear(body) : urlNear(body), {
        minLength: 1,
        maxLength: 8,
      }),
    }),
  );
}

describe.each(Object.keys(PROFILES) as ProfileName[])('%s', (profile) => {
  checkProperty(
    `${profile}: the matcher agrees with the naive one`,
    fc.property(questions(profile), ({ body, agents, urls }) => {
      const matcher = parseSync(body).matcher({ agents, profile });
      // Several questions to one matcher, so that answers before and after it is compiled are both compared.
      for (const url of urls) {
        const expected = referenceVerdict(body, agents, url, profile);
        const verdict = matcher.check(url);
        expect({ url, allowed: verdict.allowed, line: verdict.rule?.line ?? 0 }).toEqual({
          url,
          allowed: expected.allowed,
          line: expected.line,
        });
        expect(matcher.isAllowed(url)).toBe(expected.allowed);
        expect(isAllowed(body, url, { agents, profile })).toBe(expected.allowed);
      }
    }),
  );
});
