/** Questions about real files: URLs that are derived from each file's own rules, and crawlers that are derived from its own names. */
import { type Random, randomFrom } from '../../bench/inputs/random.js';
import { loadCorpus } from '../../test/support/shared.js';
import { type Case, urlOf } from './case.js';
import { pathFor } from './pattern-paths.js';

const SEED = 0x2ea1;
const AGENTS_EACH = 3;
const URLS_EACH = 7;

/** Asked where a file names nobody, and where a crawler obeys what everyone obeys. */
const CRAWLERS = [
  'ExampleBot',
  'Googlebot',
  'bingbot',
  'Slurp',
  'curl',
  'Googlebot-Image',
  'AhrefsBot',
  'Mediapartners-Google',
];

const PATHS = [
  '/',
  '/index.html',
  '/about',
  '/a/b/c.pdf',
  '/search?q=robots',
  '/images/logo.png',
  '/wp-admin/',
  '/user/login',
];

/** Three crawlers and seven URLs for each file that is there. */
export function realCases(): Case[] {
  return [...loadCorpus()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, body], index) => {
      const random = randomFrom(SEED + index);
      const text = Buffer.from(body).toString('utf8');
      const names = valuesOf(text, /^[ \t]*user-agent[ \t]*:[ \t]*([^#\r\n]+)/gim);
      const patterns = valuesOf(text, /^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^#\r\n]+)/gim);
      return {
        name,
        body,
        agents: distinct(AGENTS_EACH, (attempt) => agent(random, attempt, names)),
        urls: distinct(URLS_EACH, () => urlOf(path(random, patterns))),
      };
    });
}

/** The first capture of each match, without space at its end. */
function valuesOf(text: string, field: RegExp): string[] {
  return [...text.matchAll(field)].map(([, value = '']) => value.trim()).filter((value) => value !== '');
}

/** The first is a crawler that few files name; the others are mostly names of the file. */
function agent(random: Random, attempt: number, names: readonly string[]): string {
  if (attempt === 0) return 'ExampleBot';
  const name = names.length > 0 && random.below(5) > 0 ? random.pick(names) : random.pick(CRAWLERS);
  if (name === '*') return random.pick(CRAWLERS);
  return random.pick([
    name,
    name,
    name,
    name.toLowerCase(),
    `${name}/2.1`,
    `${name}-News`,
    `My${name}`,
    name.slice(0, Math.max(1, name.length - 2)),
    `Mozilla/5.0 (compatible; ${name}/1.0; +http://example.com/bot)`,
  ]);
}

function path(random: Random, patterns: readonly string[]): string {
  if (patterns.length === 0 || random.below(12) === 0) return random.pick(PATHS);
  return pathFor(random, random.pick(patterns));
}

function distinct(count: number, make: (attempt: number) => string): string[] {
  const found = new Set<string>();
  for (let attempt = 0; found.size < count; attempt++) found.add(make(attempt));
  return [...found];
}
