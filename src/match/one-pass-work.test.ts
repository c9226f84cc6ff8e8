/**
 * What one pass over a file looks at, in single octets: rules that cannot matter to the question are passed over like lines without a
 * meaning. Values are read eight octets at a time, which is not counted.
 */
import { describe, expect, test } from 'vitest';
import { octetsReadBy } from '../../test/support/octets-read.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { judgeOnce } from './judge.js';
import { callersOf } from './select/callers.js';

/** How many single octets one question to a file looks at: may `a` fetch `/abc`? */
function octetsRead(file: string, profile: ProfileName = 'rfc9309'): number {
  const callers = callersOf('a');
  return octetsReadBy((octets) => judgeOnce(octets, '/abc', PROFILES[profile], callers), file);
}

/** How many single octets a line takes between others. */
function octetsOfLine(above: string, line: string, profile?: ProfileName): number {
  const [few, many] = [10, 20].map((times) => octetsRead(above + `${line}\n`.repeat(times), profile));
  return (many - few) / 10;
}

const RULES = ['disallow: /abc', 'allow: /abc', 'DISALLOW: /a*c$', 'content-usage: train-ai=n'];
/** A line as long as a rule, of a field that no profile knows. */
const withoutMeaning = (line: string) => `x${line.slice(1)}`;

describe('a rule is skipped', () => {
  test.each(RULES)('before any user-agent line: %s', (line) => {
    expect(octetsOfLine('', line)).toBe(octetsOfLine('', withoutMeaning(line)));
    expect(octetsRead(line)).toBe(octetsRead(withoutMeaning(line)));
  });

  test.each(RULES)('in a group for others: %s', (line) => {
    const above = 'user-agent: b\nallow: /\n';
    expect(octetsOfLine(above, line)).toBe(octetsOfLine(above, withoutMeaning(line)));
  });

  test.each(RULES)('in a group for *, if an earlier group names the caller: %s', (line) => {
    const above = 'user-agent: a\nallow: /\nuser-agent: *\nallow: /\n';
    expect(octetsOfLine(above, line)).toBe(octetsOfLine(above, withoutMeaning(line)));
  });

  test.each(RULES)('after a blank line that ends the group: %s', (line) => {
    const above = 'user-agent: a\nallow: /\n\nallow: /\n';
    expect(octetsOfLine(above, line, 'koster-1996')).toBe(
      octetsOfLine(above, withoutMeaning(line), 'koster-1996'),
    );
  });
});

/** The colon and the space after the field, and the first two octets of the value. */
const OCTETS_TO_DIFFER = 4;

test.each(['disallow: /xyz', 'allow: /xyz  ', 'Disallow: /xyz # comment', 'disallow: /x*'])(
  'a rule that differs from the path in its second octet is not read to its end: %s',
  (line) => {
    for (const profile of ['rfc9309', 'koster-1996'] as const) {
      const above = 'user-agent: a\nallow: /y\n';
      const octets = octetsOfLine(above, line, profile) - octetsOfLine(above, withoutMeaning(line), profile);
      expect(octets).toBeLessThanOrEqual(OCTETS_TO_DIFFER);
    }
  },
);
