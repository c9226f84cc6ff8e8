/**
 * Random questions to robots-parser and to the drop-in for it. A model of robots-parser, with a switch for each row of
 * docs/migrating.md, explains each difference; a difference that it does not explain fails.
 */
import peer from 'robots-parser';
import { expect, inject, test } from 'vitest';
import robotsParser, { type Robot } from '../../src/compat/robots-parser.js';
import { propertyParameters } from '../support/property.js';
import {
  type Answers,
  DEPARTURES,
  type Departure,
  modelAnswers,
  type Question,
} from './robots-parser-model.js';

const QUESTIONS = 400_000;
const QUESTIONS_A_FILE = 8;

/** The sweep ends after so many. */
const MAX_UNEXPLAINED = 3;

const NAMES = [
  ...[
    'a',
    'A',
    'a2',
    'a 2',
    'a/1',
    'a+b',
    'a+b/1',
    'a+b/2',
    'A+B',
    'ab',
    'b',
    'a_b-c',
    'a.b',
    'a\tb',
    'a /1',
    'a/1 b',
  ],
  ...[
    '*',
    '* x',
    '*x',
    '*/1',
    '',
    '/1',
    'Y!J-SRD/1.0',
    '1 2/3',
    '1 2',
    'É',
    'é',
    'é/1',
    'Бот/1',
    '\u212A',
    'k',
    '🤖',
    'مرحبا',
  ],
  ...[
    '\u00a0a',
    'a\u2028',
    'a\u0001',
    'a (b)',
    'a,b',
    'a;b',
    '(a)',
    'Mozilla/5.0 (compatible; a/1.0)',
    'constructor',
    'a\ud800',
  ],
];
const FIELDS = [
  ...[
    'User-agent',
    'User-agent',
    'User-agent',
    'Disallow',
    'Disallow',
    'Disallow',
    'Allow',
    'Allow',
    'Crawl-delay',
    'Sitemap',
    'Host',
  ],
  ...[
    'USER-AGENT',
    'user-agent ',
    ' disallow',
    'Useragent',
    'user agent',
    'Dissallow',
    'Site-map',
    'Foo',
    'Content-Usage',
    '',
    '\u00a0Allow',
  ],
];
const SEPARATORS = [':', ': ', ': ', ': ', ' : ', ' ', '\t', '  ', '::'];
const PATTERN_PIECES = [
  ...[
    '/',
    '/',
    'a',
    'b',
    'a',
    '*',
    '$',
    '?',
    '&',
    '=',
    '.',
    '..',
    '%61',
    '%2f',
    '%2F',
    '%',
    '%2',
    '%zz',
    'é',
    '%C3%A9',
    '%c3%a9',
    '🤖',
  ],
  ...[
    ' ',
    '"',
    '[',
    ']',
    '{',
    '|',
    '^',
    '`',
    "'",
    '%27',
    '~',
    '%7E',
    '+',
    ':',
    '%3A',
    '@',
    ';',
    '\\',
    '\ud800',
    '\ufffd',
    '\u00a0',
    '\u0001',
  ],
];
const DELAYS = [
  '1',
  '2',
  '0',
  '1.5',
  '1.',
  '.5',
  '',
  '1e1',
  '0x10',
  '+1',
  '-1',
  'Infinity',
  'x',
  '1 2',
  '1234567890',
  '０',
  '1\u00a0',
];
const URL_PIECES = [
  ...[
    '/',
    '/',
    '/',
    'a',
    'b',
    'a',
    '?',
    '&',
    '=',
    '.',
    '..',
    '%61',
    '%2F',
    '%2f',
    '%',
    '%2',
    'é',
    '%C3%A9',
    '%c3%a9',
    '🤖',
    ' ',
    '"',
  ],
  ...[
    '[',
    ']',
    '{',
    '|',
    '^',
    '`',
    "'",
    '%27',
    '~',
    '%7E',
    '+',
    ':',
    '%3A',
    '@',
    ';',
    '\\',
    '#',
    '*',
    '$',
    '%2A',
    '%24',
    '\ud800',
    '\ufffd',
  ],
];
const SITES = [
  'https://example.com',
  'https://example.com',
  'https://example.com',
  'http://example.com:8080',
  'ftp://example.com',
  'ws://example.com',
];
const ENDS = [
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' # x\n',
  '#\n',
  '\u00a0\n',
  '\u2028\n',
  '\t\n',
  '\u0001\n',
];

type Pick = <Choice>(choices: readonly Choice[]) => Choice;

/** Picks at random; mulberry32, which is enough for that and repeats by its seed. */
function picker(seed: number): { pick: Pick; below: (limit: number) => number } {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { pick: (choices) => choices[below(choices.length)] as never, below };
}

function* questions(seed: number): Generator<Question> {
  const { pick, below } = picker(seed);
  const several = (choices: readonly string[], most: number) =>
    Array.from({ length: below(most + 1) }, () => pick(choices)).join('');
  const aValue = (field: string): string => {
    if (/agent/i.test(field)) return pick(NAMES);
    if (/delay/i.test(field)) return pick(DELAYS);
    return below(12) === 0 ? '' : pick(['/', '/', '/', '/', '*', '']) + several(PATTERN_PIECES, 4);
  };
  const line = (): string => {
    const field = pick(FIELDS);
    return field + pick(SEPARATORS) + aValue(field) + pick(ENDS);
  };
  for (;;) {
    const file = pick(['', '', '', '\ufeff']) + Array.from({ length: 1 + below(9) }, line).join('');
    const site = pick(SITES);
    const robotsUrl = `${site}/robots.txt`;
    const values = file.split(/[\r\n]+/).map((text) => text.slice(text.search(/[:\t ]/) + 1).trim());
    for (let nth = 0; nth < QUESTIONS_A_FILE; nth++) {
      const path =
        below(20) === 0
          ? '/robots.txt'
          : `/${below(2) === 0 ? pick(values).slice(1) : several(URL_PIECES, 5)}`;
      const url = below(8) === 0 ? pick([path, pick(SITES) + path]) : site + path;
      yield { file, robotsUrl, url, ua: below(12) === 0 ? undefined : pick(below(2) === 0 ? values : NAMES) };
    }
  }
}

function answersOf(robots: Robot, { url, ua }: Question): Answers {
  return {
    allowed: robots.isAllowed(url, ua),
    line: robots.getMatchingLineNumber(url, ua),
    delay: robots.getCrawlDelay(ua),
    sitemaps: robots.getSitemaps(),
    host: robots.getPreferredHost(),
  };
}

const isSame = (one: Answers, other: Answers): boolean =>
  one.allowed === other.allowed &&
  one.line === other.line &&
  one.delay === other.delay &&
  one.host === other.host &&
  one.sitemaps.join('\n') === other.sitemaps.join('\n');

test('every difference from robots-parser has a row in docs/migrating.md', () => {
  const { seed } = propertyParameters(inject('property'));
  console.log(`sweep against robots-parser: seed ${seed}, ${QUESTIONS} questions`);
  const none: ReadonlySet<Departure> = new Set();
  const all: ReadonlySet<Departure> = new Set(Object.keys(DEPARTURES) as Departure[]);
  const unexplained: unknown[] = [];
  let differences = 0;
  let asked = 0;
  for (const question of questions(seed)) {
    if (asked++ === QUESTIONS || unexplained.length === MAX_UNEXPLAINED) break;
    const { robotsUrl, file } = question;
    const its = answersOf(peer(robotsUrl, file) as Robot, question);
    const ours = answersOf(robotsParser(robotsUrl, file), question);
    const explained = [modelAnswers(question, none), modelAnswers(question, all)];
    if (!isSame(its, ours)) differences++;
    if (!isSame(its, explained[0]) || !isSame(ours, explained[1]))
      unexplained.push({ question, its, ours, explained });
  }
  expect(unexplained).toEqual([]);
  expect(differences).toBeGreaterThan(0);
});
