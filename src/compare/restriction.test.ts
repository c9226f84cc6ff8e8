/** How much of a site a crawler may not fetch, compared with a reference that asks for verdicts alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../test/support/property.js';
import { parseSync } from '../parse.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { READERS } from '../readers/index.js';
import { type Restriction, reachOf, restrictionOf } from './index.js';
import { type ObeyedRules, obeyedRules } from './obeyed-rules.js';
import { countRefusedSections } from './refused-sections.js';

const matcherOf = (rules: string, profile: ProfileName = 'rfc9309') =>
  parseSync(`User-agent: *\n${rules}`).matcher({ agents: 'x', profile });

/** A letter that no rule of these tests has. In the name of a section, it may be any text. */
const ANY = 'q';

/** Names of up to five characters: no pattern of these tests needs a longer one. */
const NAMES: readonly string[] = (() => {
  let names = [''];
  const all: string[] = [];
  for (let length = 1; length <= 5; length++) {
    names = names.flatMap((name) => [...'ab', ANY].map((letter) => name + letter));
    all.push(...names.filter((name) => !name.includes(ANY + ANY) && name !== ANY));
  }
  return all;
})();

const isIn = (name: string, others: string) => new RegExp(`^${others.replaceAll(ANY, '.*')}$`).test(name);

/** The restriction by its definition in docs/compare.md. It knows no rules: only what they decide. */
function reference(matcher: ReturnType<typeof matcherOf>): Restriction | null {
  const { extent } = reachOf(matcher);
  if (extent === 'unknown') return null;
  if (extent !== 'something') return extent === 'nothing' ? 'all' : 'none';
  if (!matcher.isAllowed('/q/q/q')) return 'most';
  const refused = NAMES.filter((name) => !matcher.isAllowed(`/${name}/q/q`));
  const widest = refused.filter((name) => !refused.some((others) => others !== name && isIn(name, others)));
  return widest.length === 0 ? 'paths' : widest.length <= 5 ? 'few' : 'many';
}

const pattern = fc.oneof(
  { arbitrary: fc.stringMatching(/^[/*]?[ab*.$?/]{0,3}$/), weight: 2 },
  { arbitrary: fc.stringMatching(/^\/[ab]{1,3}[*/]$/), weight: 3 },
);
const rules = fc.array(fc.tuple(fc.constantFrom('Allow', 'Disallow', 'Disallow', 'Disallow'), pattern), {
  maxLength: 12,
});

/** Heritrix looks for a longest prefix in such a way that a rule matches only a part of what begins with its pattern. */
const READINGS = Object.keys({ ...PROFILES, ...READERS }).filter((name) => name !== 'heritrix-3');

checkProperty(
  'a restriction is what the definition says',
  fc.property(rules, fc.constantFrom(...(READINGS as ProfileName[])), (lines, profile) => {
    const text = lines.map(([field, value]) => `${field}: ${value}\n`).join('');
    const matcher = matcherOf(text, profile);
    expect(restrictionOf(matcher), `${profile}\n${text}`).toBe(reference(matcher));
  }),
);

describe.each<[Restriction, string]>([
  ['none', 'Disallow:'],
  ['none', 'Disallow: /robots.txt$'],
  ['none', 'Disallow: shop'],
  ['paths', 'Disallow: /index.html\nDisallow: /*?\nDisallow: /*.pdf$\nDisallow: /shop/cart'],
  ['paths', 'Disallow: /shop$\nDisallow: /shop/$\nDisallow: /a b/'],
  ['paths', 'Disallow: /$'],
  ['few', 'Disallow: /cgi-bin/'],
  ['few', 'Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php'],
  ['few', 'Disallow: /a\nDisallow: /ab\nDisallow: /ac/\nDisallow: /ad*\nDisallow: /ae\nDisallow: /af'],
  ['few', 'Disallow: /a/\nDisallow: /b/\nDisallow: /c/\nDisallow: /d/\nDisallow: /e/\nDisallow: /e*/'],
  ['few', 'Disallow: /caf%C3%A9/\nDisallow: /café\nDisallow: /caf%c3%a9*'],
  ['few', 'Disallow: *private'],
  ['many', 'Disallow: /a/\nDisallow: /b/\nDisallow: /c/\nDisallow: /d/\nDisallow: /e/\nDisallow: /f'],
  ['most', 'Disallow: /\nAllow: /ads.txt'],
  ['most', 'Disallow: /\nAllow: /$'],
  ['most', 'Disallow: /*/'],
  ['all', 'Disallow: /'],
  ['all', 'Disallow: *\nAllow: /robots.txt$'],
])('%s', (restriction, lines) => {
  test(lines, () => expect(restrictionOf(matcherOf(lines))).toBe(restriction));
});

test('sections are counted as a reader compares them, whatever the case of their letters', () => {
  const lines = ['A', 'B', 'C'].map((name) => `Disallow: /${name}/`).join('\n');
  expect(restrictionOf(matcherOf(lines, 'httrack-3.49' as ProfileName))).toBe('few');
});

test('an anchor after a final `*` holds nothing, for readers, too', () => {
  expect(restrictionOf(matcherOf('Disallow: /a*$', 'protego-0.7' as ProfileName))).toBe('few');
});

test('a file that uses every letter leaves digits for the unknown path', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const lines = `Disallow: /shop/\nDisallow: /a?${letters}${letters.toUpperCase()}`;
  expect(restrictionOf(matcherOf(lines))).toBe('few');
});

test('a path that URL parsers change is not refused to anyone', () => {
  expect(restrictionOf(matcherOf('Disallow: /.$', 'google'))).toBe('none');
});

test('once the work is at its limit, nothing more is asked, also if all that was asked is allowed', () => {
  const count = 5000;
  const rules = Array.from({ length: count }, (_, nth) => `Disallow: /a${nth}/\n`).join('');
  const patterns = obeyedRules(matcherOf(rules)).sectionPatterns();
  let asked = 0;
  const obeyed: ObeyedRules = {
    isExact: true,
    get isSpent() {
      return asked >= 10;
    },
    isAllowed: () => ++asked > 0,
    sectionPatterns: () => patterns,
    unusedLetter: () => undefined,
  };
  expect(countRefusedSections(obeyed, 'z'.charCodeAt(0), 6)).toBe(0);
  expect(asked).toBe(10);
});
