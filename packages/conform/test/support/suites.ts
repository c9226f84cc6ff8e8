/** Suites for the tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes a suite.
 *
 * @param sections the cases of each file by its path without the extension
 */
export function writeSuite(
  folder: string,
  sections: { readonly [path: string]: readonly object[] },
  kind = 'matching',
): void {
  mkdirSync(folder, { recursive: true });
  const files = Object.keys(sections).map((path) => ({ path: `${path}.json`, kind }));
  writeFileSync(join(folder, 'suite.json'), JSON.stringify({ version: '9.9.9', files }));
  for (const [path, cases] of Object.entries(sections)) {
    const file = join(folder, `${path}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ cases }));
  }
}

export const COMMON = {
  section: 'RFC 9309 §2.2.2',
  requirement: 'r',
  profile: 'rfc9309',
  agents: ['ExampleBot'],
};

const NOTHING = { ...COMMON, robots: 'User-agent: *\nDisallow: /a\n' };

/** Programs that allow every URL fail `b` and `d`. */
export const CASES = [
  { ...NOTHING, id: 'a', class: 'required', why: 'No rule matches.', url: '/b', allowed: true, line: 0 },
  {
    ...NOTHING,
    id: 'b',
    class: 'required',
    why: 'Line 2 <matches> & #.',
    url: '/a',
    allowed: false,
    line: 2,
  },
  {
    ...COMMON,
    id: 'c',
    class: 'settled',
    why: 'A NUL ends nothing.',
    robotsBase64: Buffer.from('Allow: /\u0000\n\n\xff', 'latin1').toString('base64'),
    url: 'https://example.com/ü',
    allowed: true,
    line: 0,
  },
];

const MORE_CASES = [
  {
    ...COMMON,
    id: 'd',
    class: 'limits',
    why: 'The file is read to its end.',
    robotsParts: [{ text: '#\n', repeat: 50 }, { text: 'User-agent: *\nDisallow: /\n' }],
    url: '/',
    allowed: false,
    line: 52,
  },
  {
    ...NOTHING,
    id: 'e',
    class: 'disputed',
    why: 'Nobody knows.',
    url: '/',
    answers: [
      { allowed: true, line: 0, source: 'Ann', says: 'yes' },
      { allowed: false, line: 2, source: 'Bob', says: 'no' },
    ],
  },
  {
    ...NOTHING,
    id: 'f',
    profile: 'google',
    class: 'required',
    why: 'For Google.',
    url: '/',
    allowed: true,
    line: 0,
  },
];

/** Writes a suite that has cases of all classes. */
export function writeMixedSuite(folder: string): void {
  writeSuite(folder, { 'x/1-first': CASES, 'x/2-second': MORE_CASES });
}
