/** What is seen of patterns by their octets alone, against what matchers decide. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../test/support/property.js';
import { rulesOf } from '../match/matcher.js';
import { OCTET_KINDS } from '../match/octet-forms.js';
import { readRequestPath } from '../match/read-url.js';
import { octetsOf } from '../octets.js';
import { parseSync } from '../parse.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { bitsOf, PatternOctets } from './pattern-octets.js';

function rulesIn(rules: string, profile: ProfileName = 'rfc9309') {
  const matcher = parseSync(`User-agent: *\n${rules}`).matcher({ agents: '*', profile });
  return { matcher, table: rulesOf(matcher).compiled.table };
}

const patternsOf = (...patterns: string[]) =>
  new PatternOctets(rulesIn(patterns.map((pattern) => `Disallow: ${pattern}\n`).join('')).table);

test.each([
  ...['/a', '/a$', '/*.pdf$', '*/x', '*.pdf', '**.x', '/.git', '/a/.b/*', '/a-b_c~/?d=e', '/*/', '/a*/b'],
  ...['/robots', '/stobor.txt', '/htm.xedni', 'a/.b'],
])('%s means the same under all profiles that compare lengths', (pattern) => {
  expect(patternsOf('/shop/', pattern).areAlikeUnderProfiles).toBe(true);
});

test.each([
  ...['//a', '*//a', '*./a', '/a//b', '/.', '/a/..', '/a/./b', '/.$', '*/.', '/.*', '/.?', '/./'],
  ...['/%61', '/é', '/a$b', '/a|b', '/robots.txt', '/a/robots.txt$', '/index.html', '/a/index.htm*'],
])('%s may mean something else', (pattern) => {
  expect(patternsOf('/shop/', pattern).areAlikeUnderProfiles).toBe(false);
});

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER + LOWER.toUpperCase();

test.each([
  [['/shop/']],
  [[`/${LOWER}_`]],
  [[`/${LETTERS}_0`]],
  // Encoded, too.
  [[`/${LETTERS.replace('Q', '%51')}`, '/0123456_~', '/%2D']],
  [['/%', `/${LETTERS}`, '/0123456789_-~']],
])('of %j, an octet of names is unused', (patterns) => {
  const unused = patternsOf(...patterns).unusedLetter;
  const used = patterns
    .join('')
    .replace(/%(..)/g, (_, hex) => hex + String.fromCharCode(Number.parseInt(hex, 16)));
  const isFound = [...`${LETTERS}0123456789-_~`].some((octet) => !used.includes(octet));
  expect(unused !== undefined).toBe(isFound);
  if (unused !== undefined) expect(used).not.toContain(String.fromCharCode(unused));
});

const TRIPLETS = ['%61', '%2F', '%3A', '%C3%A9'];
const PIECES = ['/', 'a', 'b', 'c', '6', ':', '?', '=', '-', 'é', '.', 'index.html', ...TRIPLETS];
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 });
const pattern = fc
  .tuple(fc.constantFrom('/', '*', ''), fc.array(fc.constantFrom(...PIECES, '*', '$', '"'), { maxLength: 6 }))
  .map(([first, rest]) => first + rest.join(''));

checkProperty(
  'a path that a pattern matches has the octets that it must contain',
  fc.property(
    pattern,
    pieces,
    fc.constantFrom(...(Object.keys(PROFILES) as ProfileName[])),
    (text, rest, profile) => {
      const url = `https://a.example/${rest.join('')}`;
      const { octets, start, end } = readRequestPath(url, OCTET_KINDS[PROFILES[profile].rules.form]);
      const bits = bitsOf(octets, start, end);
      // The rules are read in this order: the first decides under `koster-1996`, and the longest under the others.
      const disallowing = rulesIn(`Disallow: ${text}\n`, profile);
      const allowing = rulesIn(`Allow: ${text}\nDisallow: /\n`, profile);
      const matches = [!disallowing.matcher.isAllowed(url), allowing.matcher.isAllowed(url)];
      for (const [nth, { table }] of [disallowing, allowing].entries()) {
        if (matches[nth] && table.at.length > nth)
          expect(new PatternOctets(table).mayMatch(table.at[0], bits)).toBe(true);
      }
    },
  ),
);

test.each([
  ['/%6A', '/j'],
  ['/*%3A', '/?:'],
])('%s may match %s', (pattern, path) => {
  const { matcher, table } = rulesIn(`Disallow: ${pattern}\n`);
  expect(matcher.isAllowed(path)).toBe(false);
  const octets = octetsOf(path);
  expect(new PatternOctets(table).mayMatch(table.at[0], bitsOf(octets, 0, octets.length))).toBe(true);
});

test('most paths are seen not to match', () => {
  const { table } = rulesIn('Disallow: /shop\nAllow: /*.pdf$\nDisallow: /f%C3%A9?x\nAllow: /x/index.html\n');
  const patterns = new PatternOctets(table);
  const bits = bitsOf(octetsOf('/cart/a?b'), 0, 9);
  expect(table.at.map((row) => patterns.mayMatch(row, bits))).toEqual([false, false, false, true]);
});
