/** Files of 500 KiB that are written to take long, and URLs of 8 KiB to go with them. */
import { PARSING_LIMIT_OCTETS } from './corpus.js';
import { flat } from './questions.js';

const URL_OCTETS = 8 * 1024;
export const HOSTILE_ORIGIN = 'https://hostile.example';

/** Lines are at most about this long, which is below the line limit of 16,663 octets. */
const LINE_OCTETS = 16_000;
const AGENTS = 6000;

const GROUP = 'User-agent: *\n';

/** Families of files. Each makes a text, which is then cut at the parsing limit. */
const FAMILIES = {
  'stars, all alike': () => rules(() => '/*a*a*a*aX'),
  'stars, all different': () => rules((nth) => `/*a*a*a*aX${nth}`),
  'stars that fail late': () => rules((nth) => `/*a*a*a*a*a*a*b${nth}$`),
  'a star more a rule': () => rules((nth) => `/${'*a'.repeat(nth)}`),
  'long runs of stars': () => rules(() => `/${'*a'.repeat(LINE_OCTETS / 2)}b`),
  'stars after stars': () => rules((nth) => `/${'*'.repeat(100 + nth)}a`),
  'segments that contain each other': () => rules((nth) => `/*${'a'.repeat(nth)}*b`),
  'segments that contain each other and wait': () =>
    rules((nth) => `/*${'a'.repeat(1 + (nth % 700))}*${'a'.repeat(1 + (nth % 13))}*X`),
  'segments of two letters': () =>
    rules((nth) => `/*${nth.toString(2).replaceAll('0', 'b').replaceAll('1', 'a')}*X`),
  'shared prefixes': () => rules((nth) => `/${'a'.repeat(nth)}`),
  'shared prefixes with stars': () => rules((nth) => `/${'a'.repeat(nth)}*b`),
  'wildcards at every depth': () => rules((nth) => `/${'a'.repeat(nth % 1000)}*a${nth}$`),
  'percent signs': () => rules((nth) => `/${'%61'.repeat(nth % 50)}*%C3%A9${nth}`),
  '6,000 agents, 6,000 rules': () => agentsAndRules(),
  'lines of one octet': () => 'a\n'.repeat(PARSING_LIMIT_OCTETS / 2),
  'one endless line': () => `${GROUP}Disallow: /${'*a'.repeat(PARSING_LIMIT_OCTETS / 2)}`,
  'an endless comment': () => `#${'x'.repeat(PARSING_LIMIT_OCTETS)}`,
} as const;

export type FamilyName = keyof typeof FAMILIES;

export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[];

const PATHS = {
  'a…': () => 'a'.repeat(URL_OCTETS),
  'abab…': () => 'ab'.repeat(URL_OCTETS / 2),
  'a/a/…': () => 'a/'.repeat(URL_OCTETS / 2),
  '%61…': () => '%61'.repeat(URL_OCTETS / 3),
  'é…': () => 'é'.repeat(URL_OCTETS / 2),
};

export function hostileFile(family: FamilyName): Uint8Array {
  return new TextEncoder().encode(FAMILIES[family]().slice(0, PARSING_LIMIT_OCTETS));
}

export function hostileUrls(): { name: string; url: string }[] {
  return Object.entries(PATHS).map(([name, path]) => ({
    name,
    url: flat(`${HOSTILE_ORIGIN}/${path()}`).slice(0, URL_OCTETS),
  }));
}

/** One group for all crawlers, with rules up to the limit. */
function rules(pattern: (nth: number) => string): string {
  let text = GROUP;
  for (let nth = 0; text.length < PARSING_LIMIT_OCTETS; nth++) {
    text += `Disallow: ${pattern(nth).slice(0, LINE_OCTETS)}\n`;
  }
  return text;
}

/** One group with many agents and many rules: every agent obeys every rule. */
function agentsAndRules(): string {
  const agents = Array.from({ length: AGENTS }, (_, nth) => `User-agent: bot-${nth}\n`);
  const lines = Array.from({ length: AGENTS }, (_, nth) => `Disallow: /*/item-${nth}\n`);
  return [...agents, GROUP, ...lines].join('');
}
