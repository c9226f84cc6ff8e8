/**
 * Small files from a grammar with few names, few segments and few wildcards. Names, patterns and URLs meet often in them, so the questions
 * try ties, order and precedence densely.
 */
import { type Random, randomFrom } from '../../bench/inputs/random.js';
import { bodyOf, type Case, urlOf } from './case.js';

const SEED = 0x6ea3;
const FILES = 3_400;
const AGENTS_EACH = 2;
const URLS_EACH = 5;

const NAMES = ['*', 'foo', 'Foo', 'foobar', 'bar', 'foo-bar'];
const AGENTS = ['foo', 'foobar', 'bar', 'foo-bar', 'foo/1.0', 'Barfoo', 'other'];
const PIECES = ['/', '/', 'a', 'a', 'b', 'ab'];
const PATTERN_PIECES = [...PIECES, ...PIECES, '*', '*', '?', '/a', '/b'];
const URL_PIECES = [...PIECES, '/a', '/b', '?', '$', '*'];

/** Other lines, which some programs let end a group, and others not. */
const OTHER_LINES = [
  '',
  '',
  '',
  ' ',
  '# comment',
  'Sitemap: http://example.com/a',
  'Crawl-delay: 1',
  'Request-rate: 1/5',
  'Other: /a',
];

export function grammarCases(): Case[] {
  const random = randomFrom(SEED);
  return Array.from({ length: FILES }, (_, index) => ({
    name: `grammar ${index}`,
    body: bodyOf(file(random)),
    agents: distinct(AGENTS_EACH, () => random.pick(AGENTS)),
    urls: distinct(URLS_EACH, () => urlOf(path(random))),
  }));
}

function file(random: Random): string {
  const groups = Array.from({ length: 1 + random.below(3) }, () => [
    ...several(random, 1, 2, () => `User-agent: ${random.pick(NAMES)}`),
    ...several(random, 0, 5, () => rule(random)),
  ]);
  return groups
    .flatMap((lines) => [...lines, ...(random.below(3) > 0 ? [''] : [])])
    .flatMap((line) => (random.below(10) === 0 ? [random.pick(OTHER_LINES), line] : [line]))
    .join('\n');
}

function rule(random: Random): string {
  return `${random.below(5) < 3 ? 'Disallow' : 'Allow'}: ${pattern(random)}`;
}

function pattern(random: Random): string {
  if (random.below(12) === 0) return random.pick(['', '/', '*', '/*', '/$']);
  const pieces = several(random, 0, 4, () => random.pick(PATTERN_PIECES)).join('');
  return `${random.below(10) > 0 ? '/' : ''}${pieces}${random.below(5) === 0 ? '$' : ''}`;
}

function path(random: Random): string {
  return `/${several(random, 0, 4, () => random.pick(URL_PIECES)).join('')}`;
}

function several(random: Random, least: number, most: number, make: () => string): string[] {
  return Array.from({ length: least + random.below(most - least + 1) }, make);
}

function distinct(count: number, make: () => string): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(make());
  return [...found];
}
