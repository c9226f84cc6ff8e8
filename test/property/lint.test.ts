/** Fixes change no verdict that they do not announce, leave other lines alone, and leave nothing to fix. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { PROFILES, type ProfileName, parseSync } from '../../src/core.js';
import { fix, LINT_RULES, lint } from '../../src/lint/index.js';
import { octetsOf } from '../lint/octets-of.js';
import { checkProperty } from '../support/property.js';

const field = fc.constantFrom(
  'User-agent',
  'user-agent',
  'useragent',
  'User-agents',
  'Allow',
  'Disallow',
  'Disalow',
  'dissallow',
  'Disallows',
  'Sitemap',
  'site-map',
  'Sitmap',
  'Crawl-delay',
  'Noindex',
  'Host',
  'Foo',
  '',
  '\\xEF\\xBB\\xBFUser-agent',
);
const separator = fc.constantFrom(': ', ':', ' ', ' : ', '\t', ':\\x00', ' \\x00 ');
const value = fc.constantFrom(
  '*',
  'FooBot',
  'FooBot/1.0',
  'FooBot/1\\x00',
  'FooBot, BarBot',
  'BarBot;FooBot',
  'FooBot BarBot',
  'all',
  '',
  '/',
  '/a',
  '/a*',
  '/a$',
  '/%61',
  'a',
  '/b\\x00',
  '/caf\\xE9',
  '5',
  'https://example.com/a.xml',
  '/a\\x01',
);
const comment = fc.constantFrom(
  '',
  '',
  '',
  ' # why',
  '#',
  ' # robotstream-ignore misspelled-field duplicate-rule',
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(field, separator, value, comment).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.constantFrom('', ' ', '# comment', 'nonsense') },
);
const terminator = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
const mark = fc.constantFrom('', '', '', '\\xEF\\xBB\\xBF', '\\xEF\\xBB', '\\xEF\\xBB\\xBF\\xEF');
const file = fc
  .tuple(mark, fc.array(fc.tuple(line, terminator), { maxLength: 12 }), line)
  .map(([start, lines, last]) => octetsOf(start + lines.flat().join('') + last));

const AGENTS = ['FooBot', 'BarBot', 'FooBot/1.0', 'OtherBot', 'all'];
const PATHS = ['/', '/a', '/ab', '/b', '/%61', '/caf%E9', '/caf'];
const NAMES = Object.keys(PROFILES) as ProfileName[];

/** Every verdict under a profile, with the line that decides left out: lines move. */
function verdicts(octets: Uint8Array, profile: ProfileName): string {
  const document = parseSync(octets);
  return AGENTS.map((agents) => {
    const matcher = document.matcher({ agents, profile });
    return PATHS.map((path) => (matcher.isAllowed(path) ? 'a' : 'd')).join('');
  }).join();
}

checkProperty(
  'a fix changes no verdict, unless its rule says so',
  fc.property(file, (octets) => {
    const { octets: after, fixed } = fix(parseSync(octets));
    const announced = new Set(
      fixed.flatMap(({ finding }) => LINT_RULES[finding.rule].autofix?.changesVerdictsUnder ?? []),
    );
    for (const profile of NAMES) {
      if (!announced.has(profile)) expect(verdicts(after, profile)).toBe(verdicts(octets, profile));
    }
  }),
);

checkProperty(
  'a fixed file has nothing more to fix',
  fc.property(file, (octets) => {
    const { octets: after } = fix(parseSync(octets));
    const { findings } = lint(parseSync(after), { maxPerRule: Infinity });
    expect(findings.filter((finding) => finding.fix !== null)).toEqual([]);
    expect(fix(parseSync(after)).fixed).toEqual([]);
  }),
);

checkProperty(
  'a fix leaves the octets of all other lines as they are',
  fc.property(file, (octets) => {
    const document = parseSync(octets);
    const found = lint(document, { maxPerRule: Infinity }).findings.filter((finding) => finding.fix !== null);
    const touched = new Set(found.map((finding) => finding.line));
    for (const { line: at, span, fix: one } of found) {
      const own = [...document.lines()].find((event) => event.line === at);
      // A file of a byte order mark alone has no line.
      const lineEnd = own === undefined ? octets.length : own.span.end + own.terminator.length;
      const lineStart = own === undefined || at === 1 ? 0 : own.span.start;
      expect(one?.span.start).toBeGreaterThanOrEqual(lineStart);
      expect(one?.span.end).toBeLessThanOrEqual(lineEnd);
      expect(span.start).toBeGreaterThanOrEqual(lineStart);
    }
    const kept = [...document.lines()]
      .filter((event) => !touched.has(event.line))
      .map((event) => [...event.octets].join());
    const { octets: fixedOctets, fixed } = fix(document);
    // A corrected line can make another one fixable: "Sitmap" becomes a sitemap, and the same sitemap below a repetition.
    fc.pre(fixed.length === found.length);
    const after = [...parseSync(fixedOctets).lines()].map((event) => [...event.octets].join());
    let next = 0;
    for (const text of after) if (text === kept[next]) next++;
    expect(next).toBe(kept.length);
  }),
  { examples: [[octetsOf('\xEF\xBB\xBF')]] },
);

checkProperty(
  'every finding is in the file, in order',
  fc.property(file, (octets) => {
    const { findings } = lint(parseSync(octets));
    let before = 0;
    for (const { line: at, column, span, message } of findings) {
      expect(at).toBeGreaterThanOrEqual(before);
      before = at;
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(octets.length);
      expect(column).toBeGreaterThan(0);
      expect(message).not.toBe('');
    }
  }),
);
