/**
 * Comparisons of files for every crawler that they name: against the matchers of every name that the reference, or any prefix of a
 * user-agent line, can give. No crawler that is judged differently may be missing.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Caller,
  type Matcher,
  type ProfileName,
  parseSync,
  type RobotsDocument,
} from '../../src/core.js';
import { callerNamed } from '../../src/crawlers/caller.js';
import { crawlerDifferences, crawlersNamedIn, crawlersOf } from '../../src/crawlers/index.js';
import { crawlersToCompare } from '../../src/crawlers/named-in.js';
import { callersOf, namesCaller } from '../reference/agents.js';
import { profileNames } from '../reference/arbitraries.js';
import { referenceGroups } from '../reference/reference.js';
import { checkProperty } from '../support/property.js';

/** Values of user-agent lines: names that go beyond letters, and names that differ only in their ends or in letter case. */
const VALUES = [
  ...[
    'Microsoft Word',
    'Microsoft Office',
    'Microsoft',
    'microsoft WORD',
    'Microsoft\tWord',
    'Microsoft-Word',
  ],
  ...[
    'Y!J-MBS/1.0',
    'Y!J-SRD/1.0',
    'Y!J',
    'Y!J-MBS',
    'Y',
    'Foo+Bot/2',
    'Foo+Bot',
    'Foo',
    'Foo/1',
    'Foo /1',
    'foo2',
    'Foo2.1',
  ],
  ...[
    '1 2/3',
    '1 2',
    '1',
    '/1',
    '*',
    '* x',
    '*x',
    'x*',
    '**',
    'Бот/1',
    'Бот',
    'бот',
    'ボット',
    'ボ',
    'e\u0301bot',
    'ébot',
    'بوت',
  ],
  ...[
    'Kbot',
    'kbot',
    '\u212Abot',
    'İbot',
    'ibot',
    '🤖',
    '\u00a0Foo',
    'Foo\u00a0',
    '\ufeffFoo',
    'Foo (x; y)',
    'Foo, Bar',
    '(x)',
    '',
  ],
  ...[
    'Googlebot',
    'Googlebot-News',
    'Googlebot/2.1',
    'googlebot news',
    'YandexBot',
    'Yandex',
    'AdsBot-Google',
    'MJ12bot',
    'MJ',
    'MJ 12',
  ],
  ...['Foo\u0001', '\u0000', 'Foo\u0000bar', 'constructor', '__proto__'],
];

/** Names that no value gives. */
const FURTHER_NAMES = [
  'Other',
  'Other/2',
  'Foo+Bot/3',
  'Googlebot-Image',
  'YandexImages',
  'AdsBot-Google-Mobile',
  '\u00a0Googlebot',
];

const PATHS = ['/', '/a', '/b', '/ab'];

const aFile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...VALUES).map((value) => `User-agent: ${value}`) },
      {
        weight: 2,
        arbitrary: fc.constantFrom('Disallow: /', 'Disallow: /a', 'Allow: /a', 'Disallow: /b', ''),
      },
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join('\n'));

const aSide = fc.record({ file: aFile, profile: profileNames() });

/** The user-agent values of a file, each under its profile. */
function valuesOf(file: string, profile: ProfileName): string[] {
  return parseSync(file)
    .groupsUnder(profile)
    .flatMap(({ userAgents }) => userAgents.map(({ name }) => name));
}

/** The version of callers; no file has it. */
const VERSION = '/9';

/** Every prefix of every value, with and without a version, and further names: far more than any profile reads. */
function manyNames(files: readonly string[]): string[] {
  const prefixes = files
    .flatMap((file) => [...valuesOf(file, 'rfc9309'), ...valuesOf(file, 'google')])
    .flatMap((value) =>
      Array.from(value, (_, i) =>
        Array.from(value)
          .slice(0, i + 1)
          .join(''),
      ),
    );
  const names = new Set([...prefixes, ...prefixes.map((name) => name + VERSION), ...FURTHER_NAMES]);
  return [...names].filter(isAccepted);
}

function isAccepted(name: string): boolean {
  try {
    parseSync('').matchers([callerNamed(name)]);
    return true;
  } catch {
    return false;
  }
}

const matcherOf = (document: RobotsDocument, caller: Caller, profile: ProfileName): Matcher =>
  document.matchers([caller], { profile })[0];

/** The answers of both sides about every path, as text. */
function answersOf(matchers: readonly Matcher[]): string {
  return PATHS.map((path) =>
    matchers.map((matcher) => (matcher.isAllowed(path) ? 'yes' : 'no')).join('→'),
  ).join();
}

const encoder = new TextEncoder();

/** Whether a name begins a longer word or a registered name in one of the files, such as `MJ` in `MJ12bot`: nobody sends it. */
function isPhantom(name: string, files: readonly string[]): boolean {
  const cut = name.split('/', 1)[0].toLowerCase();
  const texts = files.map((file) => file.toLowerCase());
  const registered = crawlersOf('all').map(({ token }) => token.toLowerCase());
  const longer = registered.filter((other) => other.length > cut.length && other.startsWith(cut));
  return texts.some(
    (text) =>
      longer.some((other) => text.includes(other)) ||
      text
        .split(cut)
        .slice(1)
        .some((rest) => /^[\d.!\u0080-\uffff]/.test(rest)),
  );
}

describe('the crawlers that files name', () => {
  checkProperty(
    'are those that the reference finds in a line',
    fc.property(aSide, ({ file, profile }) => {
      const lines = referenceGroups(encoder.encode(file), profile).flatMap(({ userAgents }) => userAgents);
      const isNamed = (name: string) =>
        lines.some((line) => namesCaller(line, callersOf([name])[0], profile));
      const found = crawlersNamedIn([{ document: parseSync(file), profile }]);
      expect(found.filter((name) => name !== '*' && !isNamed(name))).toEqual([]);
      const keys = new Set(callersOf(found).flatMap(({ name, uncut }) => [name, uncut]));
      const isMissing = (name: string) => {
        const [{ name: cut, uncut }] = callersOf([name]);
        return !keys.has(cut) && !keys.has(uncut);
      };
      const missing = manyNames([file]).filter((name) => isNamed(name) && isMissing(name));
      expect(missing.filter((name) => !isPhantom(name, [file]))).toEqual([]);
    }),
    { runsShare: 0.4 },
  );

  checkProperty(
    'stand for every crawler that there is, and crawlerDifferences finds what differs for each',
    fc.property(aSide, aSide, (one, other) => {
      const sides = [one, other].map(({ file, profile }) => ({ document: parseSync(file), profile }));
      const askBoth = (name: string) =>
        answersOf(sides.map(({ document, profile }) => matcherOf(document, callerNamed(name), profile)));
      const { names, leftOut } = crawlersToCompare(sides[0], sides[1]);
      expect(leftOut).toBe(0);
      const answers = new Map(names.map((name) => [name, askBoth(name)]));
      const known = new Set(answers.values());
      // A crawler that ignores groups for "*" may be judged like no crawler that the files name, but then everything is allowed on both sides.
      const isMissing = (answer: string) => /no→yes|yes→no/.test(answer) && !known.has(answer);
      // Under `rfc9309`, a version that no file has hides a name such as `Y!J`, which other profiles find. No file gives such a name.
      const isInFile = (name: string) => [one, other].some(({ file }) => file.includes(name));
      const isAsked = (name: string) =>
        one.profile === other.profile || !name.includes('/') || isInFile(name);
      const files = [one.file, other.file];
      const asked = manyNames(files).filter((name) => isAsked(name) && !isPhantom(name, files));
      expect(asked.filter((name) => isMissing(askBoth(name)))).toEqual([]);

      const found = crawlerDifferences(sides[0], sides[1], names);
      expect(found.flatMap(({ agents }) => agents).sort()).toEqual([...names].sort());
      for (const { agents, opens, closes, isExhaustive } of found) {
        expect(isExhaustive).toBe(true);
        for (const agent of agents) {
          const answer = answers.get(agent) ?? '';
          expect([agent, opens.length > 0, closes.length > 0]).toEqual([
            agent,
            answer.includes('no→yes'),
            answer.includes('yes→no'),
          ]);
        }
      }
    }),
    { runsShare: 0.2 },
  );
});

test.each<[string, string, ProfileName]>([
  ['Microsoft Word', 'Microsoft Office', 'rfc9309'],
  ['Y!J-MBS/1.0', 'Y!J-SRD/1.0', 'rfc9309'],
  ['Foo Bot', 'Foo Crawler', 'koster-1996'],
  ['Foo2', 'Foo3', 'draft-koster-rep-00'],
  ['Kbot', '\u212Abot', 'rfc9309'],
])('a group for %j that becomes one for %j is a difference under %s', (before, after, profile) => {
  const file = (name: string) => `User-agent: ${name}\nDisallow: /\n`;
  const sides = [before, after].map((name) => ({ document: parseSync(file(name)), profile }));
  const { names } = crawlersToCompare(sides[0], sides[1]);
  const found = crawlerDifferences(sides[0], sides[1], names);
  const differing = (side: 'opens' | 'closes') =>
    found.filter((entry) => entry[side].length > 0).flatMap(({ agents }) => agents);
  expect(differing('opens')).toContain(before);
  expect(differing('closes')).toContain(after);
});
