/** Families of rules that cost a matcher as much as possible. Each can fill a file of any size. */
import type { Rule } from './tables.js';

/** A family: the pattern of its nth rule, and the path of the question. */
export interface HostileFamily {
  readonly name: string;
  readonly pattern: (nth: number) => string;
  readonly path: string;
  /** How many rules it has at most; by default, as many as fit into the file. */
  readonly atMost?: number;
}

const RECORD_OCTETS = 'allow:\n'.length;
const PATH_OCTETS = 8 * 1024;

const ESCAPES = ['%3A', ':', '%2F', '/'];
const SEGMENTS = ['ab', 'ba', 'aab', 'bba', 'abab', 'baba', 'aa', 'bb'];

export const HOSTILE_FAMILIES: readonly HostileFamily[] = [
  { name: 'stars and one octet', pattern: (n) => `/*a*a*a*a${n % 9}X`, path: run('a') },
  { name: 'stars and one octet, each alike', pattern: () => '/*a*a*a*aX', path: run('a') },
  { name: 'many stars in a line', pattern: (n) => `/${'*a'.repeat(500)}${n}`, path: run('a') },
  { name: 'many stars that match', pattern: (n) => `/${'*a'.repeat(1 + (n % 60))}`, path: run('a') },
  { name: 'nested stars', pattern: (n) => `/${'*ab*a'.repeat(1 + (n % 20))}${n}`, path: run('ab') },
  { name: 'stars that are anchored', pattern: (n) => `/*a*a*a${n}$`, path: run('a') },
  { name: 'anchored tails', pattern: (n) => `/*${'a'.repeat(n % 900)}$`, path: run('a') },
  { name: 'only stars', pattern: (n) => `/${'*'.repeat(1 + (n % 50))}`, path: run('a') },
  { name: 'stars and a literal that is rare', pattern: (n) => `/*${'a'.repeat(30)}b${n}`, path: run('a') },
  { name: 'one long search', pattern: () => `/*${'a'.repeat(4000)}b`, path: run('a') },
  { name: 'few long searches', pattern: (n) => `/*${'a'.repeat(4000 + n)}b`, path: run('a'), atMost: 3 },
  { name: 'segments that end together', pattern: (n) => `/*${'a'.repeat(1 + n)}*X`, path: run('a') },
  { name: 'shared prefixes', pattern: (n) => `/${'a'.repeat(n)}`, path: run('a') },
  { name: 'shared prefixes with stars', pattern: (n) => `/${'a'.repeat(n)}*b`, path: run('a') },
  {
    name: 'prefixes that each wait',
    pattern: (n) => `/${'a'.repeat(n % 700)}*b${n}`,
    path: `${run('a').slice(0, 1000)}b`,
  },
  { name: 'literals', pattern: (n) => `/${n.toString(36)}`, path: `/${(30_000).toString(36)}/a/b/c` },
  {
    name: 'wildcards',
    pattern: (n) => `/*${n.toString(36)}`,
    path: run('0123456789abcdefghijklmnopqrstuvwxyz'),
  },
  { name: 'every segment in the path', pattern: (n) => `/*${base('abcd', n)}*X`, path: deBruijnLike() },
  {
    name: 'wide nodes',
    pattern: (n) => `/*${base('abcd', n % 60)}*${base('abcd', n)}*X`,
    path: deBruijnLike(),
  },
  {
    name: 'wide nodes, deep',
    pattern: (n) => `/${'*a'.repeat(n % 64)}*${base('abcd', n)}X`,
    path: deBruijnLike(),
  },
  { name: 'overlapping segments', pattern: (n) => `/*${base(SEGMENTS, n).join('*')}X`, path: run('aabba') },
  { name: 'percent signs', pattern: () => `/${'%'.repeat(8000)}`, path: run('%25') },
  {
    name: 'escapes that read alike in a query',
    pattern: (n) => `/*${base([':', '%3A'], n).join('')}*X`,
    path: inQuery(':'),
  },
  {
    name: 'escapes that read alike in a query, anchored',
    pattern: (n) => `/*a*${base([':', '%3A'], n).join('')}$`,
    path: inQuery('a:::'),
  },
  {
    name: 'escapes that end together',
    pattern: (n) => `/*${n % 2 === 0 ? '%3A' : ':'}${':'.repeat(n >> 1)}*X`,
    path: inQuery(':'),
  },
  { name: 'escapes and stars', pattern: (n) => `/${'*%3A*:'.repeat(1 + (n % 20))}${n}`, path: inQuery(':') },
  {
    name: 'wide nodes with escapes',
    pattern: (n) => `/*${base(ESCAPES, n % 60).join('')}*${base(ESCAPES, n).join('')}*X`,
    path: inQuery('::/:://:/::::////@'),
  },
  { name: 'escapes for a query that the path does not have', pattern: () => '/*%3A', path: run('a') },
  {
    name: 'long searches for escapes',
    pattern: (n) => `/*${'%3A'.repeat(1300 + n)}b`,
    path: inQuery(':'),
    atMost: 3,
  },
  { name: 'one-octet patterns', pattern: (n) => '/*?'.charAt(n % 3), path: run('?') },
];

/** The rules of a family: as many as fit into a file of so many octets. */
export function rulesOfFamily({ pattern, atMost = Infinity }: HostileFamily, fileOctets: number): Rule[] {
  const rules: Rule[] = [];
  let octets = 0;
  for (let n = 0; rules.length < atMost; n++) {
    const rule = { isAllow: n % 2 === 0, pattern: pattern(n) };
    octets += rule.pattern.length + RECORD_OCTETS;
    if (octets > fileOctets) break;
    rules.push(rule);
  }
  return rules;
}

/** `/` and repeated octets, 8 KiB. */
function run(octets: string): string {
  return `/${octets.repeat(PATH_OCTETS)}`.slice(0, PATH_OCTETS);
}

/** `/?` and repeated octets, 8 KiB. */
function inQuery(octets: string): string {
  return `/?${octets.repeat(PATH_OCTETS)}`.slice(0, PATH_OCTETS);
}

/** A number written with other digits: `a`, `b`, …, `ba`, `bb`, … */
function base(digits: string, n: number): string;
function base(digits: readonly string[], n: number): string[];
function base(digits: string | readonly string[], n: number): string | string[] {
  const found: string[] = [];
  for (let rest = n; found.length === 0 || rest > 0; rest = Math.floor(rest / digits.length)) {
    found.unshift(digits[rest % digits.length]);
  }
  return typeof digits === 'string' ? found.join('') : found;
}

/** A path that contains every short word over a, b, c, d. */
function deBruijnLike(): string {
  let path = '/';
  for (let n = 0; path.length < PATH_OCTETS; n++) path += base('abcd', (n * 40_503) % 65_536);
  return path.slice(0, PATH_OCTETS);
}
