/**
 * Under each profile, the matcher agrees with the naive reference on verdict and line.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  defineProfile,
  isAllowed,
  PROFILES,
  type Profile,
  type ProfileName,
  parseSync,
} from '../../src/core.js';
import type { GroupAxes, ReadingAxes } from '../../src/profiles.js';
import { arbitraryAxes } from '../match/arbitrary-rules.js';
import {
  agentLists,
  bodiesNearTheLimit,
  googleUrlNear,
  profileNames,
  robotsBody,
  urlNear,
} from '../reference/arbitraries.js';
import { referenceVerdict } from '../reference/reference.js';
import { checkProperty } from '../support/property.js';
import { readDocument } from '../support/ways.js';

/** A body, callers and URLs that resemble those in it. */
function questions(profile: ProfileName, bodies = robotsBody()) {
  return bodies.chain((body) =>
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
      const matcher = readDocument(body).matcher({ agents, profile });
      // Several questions to one matcher, so that answers before and after it builds its index are compared.
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

describe('crawlers with several tokens', () => {
  checkProperty(
    'a crawler obeys the first of its tokens that the file names, as the naive reader does (docs/semantics.md §4.5)',
    fc.property(
      profileNames().chain((profile) =>
        fc.record({ profile: fc.constant(profile), asked: questions(profile) }),
      ),
      fc.boolean(),
      ({ profile, asked: { body, agents: tokens, urls } }, obeysWildcard) => {
        const document = parseSync(body);
        const crawler = { tokens, obeysWildcard };
        const named = document.selectAgent(tokens, { profile });
        const matcher = document.matcher({ crawler, profile });
        for (const url of urls) {
          const reference = referenceVerdict(body, [named ?? tokens[0]], url, profile);
          const { allowed, line } =
            named === undefined && !obeysWildcard ? { allowed: true, line: 0 } : reference;
          const verdict = matcher.check(url);
          expect({ allowed: verdict.allowed, line: verdict.rule?.line ?? 0 }).toEqual({ allowed, line });
          expect(isAllowed(body, url, { crawler, profile })).toBe(allowed);
        }
      },
    ),
  );
});

/** Any choice on every axis that affects a verdict. */
function anyProfile(): fc.Arbitrary<Profile> {
  const reading = fc.record<ReadingAxes>({
    byteOrderMark: fc.constantFrom('whole', 'whole-or-partial'),
    controlOctets: fc.constantFrom('reject-line', 'nul-ends-content'),
    separator: fc.constantFrom('colon', 'colon-or-white-space'),
    fieldMatch: fc.constantFrom('exact', 'exact-or-misspelled', 'prefix'),
    contentUsage: fc.constantFrom('rule', 'other-record'),
  });
  const groups = fc.record<GroupAxes>({
    blankLineEndsGroup: fc.boolean(),
    agentMatch: fc.constantFrom('letters-prefix', 'prefix-or-whole', 'whole', 'before-slash'),
    namedGroups: fc.constantFrom('combined', 'first'),
    wildcardGroups: fc.constantFrom('combined', 'first'),
  });
  return fc.record({ name: fc.constant('any'), reading, groups, rules: arbitraryAxes() }).map(defineProfile);
}

describe.each([
  ['any body', robotsBody(), 1],
  ['bodies near the parsing limit', bodiesNearTheLimit(), 0.02],
] as const)('%s', (name, bodies, runsShare) => {
  checkProperty(
    `${name}: one pass over the octets answers as a document does, under any profile`,
    fc.property(questions('rfc9309', bodies), anyProfile(), ({ body, agents, urls }, profile) => {
      const matcher = readDocument(body).matcher({ agents, profile });
      for (const url of urls) {
        const verdict = matcher.check(url);
        const first = parseSync(body).matcher({ agents, profile });
        expect(isAllowed(body, url, { agents, profile })).toBe(verdict.allowed);
        expect(parseSync(body).matcher({ agents, profile }).isAllowed(url)).toBe(verdict.allowed);
        expect(JSON.stringify(first.check(url))).toBe(JSON.stringify(verdict));
        expect(JSON.stringify(first.check(url))).toBe(JSON.stringify(verdict));
      }
    }),
    { runsShare },
  );
});
