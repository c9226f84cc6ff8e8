import { describe, expect, test } from 'vitest';
import { parseSync } from '../core.js';
import { PROFILES } from '../profiles.js';
import { lineReadings, READERS, type ReaderName, readings } from './index.js';

const documentOf = (file: string) => parseSync(`${file.replaceAll('|', '\n')}\n`);

function readingOf(reader: string, file: string, url: string, agents: string) {
  const found = readings(documentOf(file), url, { agents }).find((one) => one.reader === reader);
  if (found === undefined) throw new Error(`${reader} is no reader`);
  return found;
}

/**
 * A sentence for each departure. `remedy` is the file without what the reader reads otherwise: RFC 9309 judges the URL as before, and the
 * reader now does so, too.
 */
const CLAIMS: readonly (readonly [
  reader: string,
  file: string,
  url: string,
  agent: string,
  because: string,
  remedy: string,
])[] = [
  [
    'python-3.11',
    'User-agent: *|Disallow: /*.pdf',
    '/a.pdf',
    'a',
    'takes `*` literally',
    'User-agent: *|Disallow: /a.pdf',
  ],
  [
    'python-3.11',
    'User-agent: *|Disallow: /a$',
    '/a',
    'a',
    'takes `$` literally',
    'User-agent: *|Disallow: /a',
  ],
  [
    'python-3.11',
    'User-agent: *|Disallow: /a|Allow: /ab',
    '/ab',
    'a',
    'goes by the first rule that matches',
    'User-agent: *|Allow: /ab|Disallow: /a',
  ],
  [
    'python-3.11',
    'User-agent: *|Disallow: /x||Disallow: /y',
    '/y',
    'a',
    'ends the group at the blank line 3',
    'User-agent: *|Disallow: /x|#|Disallow: /y',
  ],
  [
    'python-3.11',
    'User-agent: bot|Disallow: /',
    '/',
    'examplebot',
    'takes "bot" in line 1 for its name',
    'User-agent: otherwise|Disallow: /',
  ],
  [
    'python-3.11',
    'User-agent: a|Disallow: /x|User-agent: b|Disallow: /z|User-agent: a|Disallow: /y',
    '/y',
    'a',
    'obeys only the first group with its name',
    'User-agent: a|Disallow: /x|Disallow: /y|User-agent: b|Disallow: /z',
  ],
  [
    'python-3.11',
    'User-agent: *|Disallow: /x|User-agent: b|Disallow: /z|User-agent: *|Disallow: /y',
    '/y',
    'a',
    'obeys only the first group for `*`',
    'User-agent: *|Disallow: /x|Disallow: /y|User-agent: b|Disallow: /z',
  ],
  [
    'python-3.11',
    'User-agent: *|Disallow /x',
    '/x',
    'a',
    'does not read lines without a colon',
    'User-agent: *|Disallow: /x',
  ],
  [
    'python-3.11',
    'User-agent: *|Dissallow: /x',
    '/x',
    'a',
    'does not accept misspelled fields',
    'User-agent: *|Disallow: /x',
  ],
  [
    'robots-parser-3',
    'User-agent: a|Foo: 5|User-agent: b|Disallow: /',
    '/',
    'a',
    'begins a group after any record',
    'User-agent: a|User-agent: b|Disallow: /',
  ],
  [
    'python-3.15',
    'User-agent: a|Crawl-delay: 5|User-agent: b|Disallow: /',
    '/',
    'a',
    'begins a group after a Crawl-delay',
    'User-agent: a|User-agent: b|Disallow: /',
  ],
  [
    'google',
    'User-agent: *|Disallow: /%61',
    '/a',
    'a',
    'compares percent-encoded characters as they are written',
    'User-agent: *|Disallow: /a',
  ],
  [
    'google',
    'User-agent: *|Disallow: /|Allow: /index.html',
    '/',
    'a',
    'takes /index.html for its folder',
    'User-agent: *|Disallow: /|',
  ],
  [
    'koster-1996',
    'User-agent: *|Disallow: /',
    '/robots.txt',
    'a',
    'makes no exception for /robots.txt',
    'User-agent: *|Disallow: /x',
  ],
  [
    'koster-1996',
    'User-agent: *|Disallow: /a%3Bb',
    '/a;b',
    'a',
    'decodes percent-encoded characters before it compares',
    'User-agent: *|Disallow: /c%3Bb',
  ],
  [
    'python-3.11',
    'User-agent: *|Disallow: /*x|Disallow: /a|Allow: /ab',
    '/abx',
    'a',
    'takes `*` literally and goes by the first rule that matches',
    'User-agent: *|Allow: /ab|Disallow: /a',
  ],
  [
    'python-3.11',
    'User-agent: bot|Disallow: /a|Allow: /ab',
    '/ab',
    'examplebot',
    'takes "bot" in line 1 for its name and goes by the first rule that matches',
    'User-agent: bot|Allow: /ab|Disallow: /a',
  ],
  [
    'python-3.11',
    '\ufeffUser-agent: *|Disallow: /x',
    '/x',
    'a',
    'does not skip the byte order mark',
    'User-agent: *|Disallow: /x',
  ],
];

describe('readings', () => {
  test('has every profile and reader once: profiles, programs, services', () => {
    const found = readings(parseSync(''), '/', { agents: '*' });
    expect(found.map(({ reader }) => reader).sort()).toEqual(
      [...Object.keys(PROFILES), ...Object.keys(READERS)].sort(),
    );
    const order = ['profile', 'program', 'service'];
    const kinds = found.map(({ kind }) => order.indexOf(kind));
    expect(kinds).toEqual([...kinds].sort());
    expect(found.every(({ title, reader }) => title !== reader)).toBe(true);
    expect(found.every(({ because, differs }) => because === null && !differs)).toBe(true);
  });

  test.each(CLAIMS)('%s, %s: %s for %s %s', (reader, file, url, agent, because, remedy) => {
    expect(readingOf(reader, file, url, agent).because).toBe(because);
    const before = readingOf('rfc9309', file, url, agent);
    const after = readingOf('rfc9309', remedy, url, agent);
    expect(after.allowed).toBe(before.allowed);
    expect(readingOf(reader, remedy, url, agent).allowed).toBe(after.allowed);
  });

  test('names the line that decides if no cause is known', () => {
    for (const [name] of Object.entries(READERS)) {
      const { because } = readingOf(name, 'User-agent: *|Disallow: /x', '/y', 'a');
      expect(because).toBeNull();
    }
  });

  test('explains the rule of a group whose user-agent line has a NUL', () => {
    const file = 'User-agent: *\0|Disallow: /x';
    const others = readings(documentOf(file), '/x', { agents: '*' }).filter(({ differs }) => differs);
    expect(others.length).toBeGreaterThan(0);
    for (const { because } of others) expect(because).not.toBeNull();
  });

  test('refuses what is no document, URL or option', () => {
    const document = parseSync('');
    expect(() => readings({} as never, '/', { agents: 'a' })).toThrow(/document/);
    expect(() => readings(document, 'a', { agents: 'a' })).toThrow(TypeError);
    expect(() => readings(document, '/', { agents: '' })).toThrow(TypeError);
    expect(() => readings(document, '/', { agent: 'a' } as never)).toThrow(/agents/);
  });
});

describe('lineReadings', () => {
  const FILE = 'User-agent: *|Disallow: /*.pdf$|Disallow: /x|Allow: /x/y|Disallow: /same';

  test('has a URL for each line and reader, on which the verdicts differ', () => {
    const document = documentOf(FILE);
    const { lines, areAllTried } = lineReadings(document, { agents: 'a' });
    expect(areAllTried).toBe(true);
    expect(lines.map(({ line }) => line)).toEqual([2, 4]);
    const rfc = document.matcher({ agents: 'a' });
    for (const { line, witnesses } of lines) {
      const names = witnesses.flatMap(({ readings: found }) => found.map(({ reader }) => reader));
      expect(new Set(names).size).toBe(names.length);
      expect(names).toContain('python-3.11');
      for (const { url, allowed, readings: found } of witnesses) {
        expect(rfc.isAllowed(url)).toBe(allowed);
        expect([line, undefined]).toContain(rfc.check(url).rule?.line);
        for (const { reader, allowed: other } of found) {
          expect(other).toBe(!allowed);
          expect(document.matcher({ agents: 'a', profile: reader as ReaderName }).isAllowed(url)).toBe(other);
        }
      }
    }
  });

  test('ends at its limit of steps, also for a file of many rules', () => {
    const rules = Array.from({ length: 500 }, (_, i) => `Disallow: /${i}*`);
    const large = documentOf(['User-agent: *', ...rules].join('|'));
    expect(lineReadings(large, { agents: 'a', maxSteps: 50_000 }).areAllTried).toBe(false);
    expect(lineReadings(documentOf(FILE), { agents: 'a', maxSteps: 1 })).toEqual({
      lines: [],
      areAllTried: false,
    });
    expect(() => lineReadings(large, { agents: 'a', maxSteps: 0 })).toThrow(RangeError);
  });

  test('ends at its limit of steps for a few patterns that take long to match', () => {
    const rules = Array.from({ length: 4 }, (_, i) => `Disallow: /${i}${'*ab'.repeat(5000)}$`);
    const { lines, areAllTried } = lineReadings(documentOf(['User-agent: *', ...rules].join('|')), {
      agents: 'a',
    });
    expect(areAllTried).toBe(false);
    expect(lines.length).toBeLessThan(rules.length);
  });
});
