/**
 * Each matching case tests one thing: a program that does not support `*` or `$`, or takes the first rule that matches, fails no required case
 * of a requirement that is about something else.
 */
import { expect, test } from 'vitest';
import { bodyOf, type MatchingCase, matchingCases } from '../conformance/suite.js';
import { toOctetString } from '../reference/octets.js';
import { brokenVerdict } from './faults.js';
import { type Parts, SOUND } from './parts/sound.js';

/** Cases with larger files are left out, because they are about limits. */
const MAX_OCTETS = 20_000;

/** An octet that no case has as a special character. */
const NEVER = '\u0000';

/** Features that many programs lack, and the requirements that are about them. */
const LACKS: readonly [name: string, parts: Parts, about: RegExp][] = [
  [
    '$',
    { ...SOUND, anchor: NEVER },
    /-2\.2\.3-|-5\.1-simple|-2\.2\.2-equivalent|-(path-table|precedence|wildcards)$/,
  ],
  [
    '*',
    { ...SOUND, star: NEVER },
    /-2\.2\.3-|-5\.1-simple|-2\.2\.2-(equivalent|first-octet)|-(path-table|precedence|wildcards)$/,
  ],
  [
    'precedence by length',
    { ...SOUND, takesFirst: () => true },
    /-2\.2\.2-(most|equivalent|deduplicate)|-2\.2\.1-combine|longest$|-5\.1-simple|-precedence$|-syntax-empty-path$/,
  ],
];

/** The required cases that a matcher without a feature fails. */
function failing(parts: Parts, about: RegExp): MatchingCase[] {
  return matchingCases().filter((one) => {
    if (one.class !== 'required' || about.test(one.requirement)) return false;
    const body = toOctetString(bodyOf(one));
    if (body.length > MAX_OCTETS) return false;
    return brokenVerdict(parts, body, one.agents, one.url, one.profile)?.allowed !== one.allowed;
  });
}

test.each(LACKS)('a matcher without %s fails no case about something else', (_, parts, about) => {
  expect(failing(parts, about).map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
});
