/** Files of 500 KiB that cost a lint as much as possible. */
import { PARSING_LIMIT_OCTETS } from '../../src/core.js';
import { HOSTILE_FAMILIES, rulesOfFamily } from '../match/hostile-rules.js';

/** A file of 500 KiB made of one text again and again. */
function filled(text: (nth: number) => string, start = ''): string {
  const parts = [start];
  for (let length = start.length, n = 0; ; n++) {
    const part = text(n);
    length += part.length;
    if (length > PARSING_LIMIT_OCTETS) return parts.join('');
    parts.push(part);
  }
}

/** By name: what has many lines, findings, groups, names, pairs or ignore comments. */
export const HOSTILE_LINT_FILES: { readonly [name: string]: () => string } = {
  'lines that are no records': () => filled(() => 'x\n'),
  'unknown fields': () => filled((n) => `f${n.toString(36)}:\n`),
  'misspelled sitemaps': () => filled(() => 'sitmap:http://a\n'),
  'one group of many agents': () => filled((n) => `user-agent:${n.toString(36)}\n`),
  'agents that share one group': () =>
    `${filled((n) => `user-agent:a${n.toString(36)}\n`).slice(0, 250_000)}\n${filled((n) => `disallow:/${n}\n`).slice(0, 250_000)}`,
  'groups of one rule': () => filled((n) => `user-agent:a${n.toString(36)}\nallow:/\n`),
  'groups that lose rules': () =>
    `${filled((n) => `disallow:/w${n}\n`, 'user-agent:*\n').slice(0, 50_000)}\n${filled((n) => `user-agent:a${n.toString(36)}\ndisallow:/b\n`).slice(0, 450_000)}`,
  'groups of every pair of agents': () =>
    filled((n) => `user-agent:a${n % 90}\nuser-agent:b${n % 89}\ndisallow:/${n}\n`),
  'lists of agents': () => filled((n) => `user-agent:a,b${n},c\n`),
  duplicates: () => filled(() => 'allow:/a\n', 'user-agent:*\n'),
  ties: () =>
    filled(
      (n) => `${n % 2 === 0 ? 'allow' : 'disallow'}:/*${String(n).padStart(6, '0')}*\n`,
      'user-agent:*\n',
    ),
  'long ties': () =>
    filled(
      (n) => `${n % 2 === 0 ? 'allow' : 'disallow'}:/*${'ab*'.repeat(400)}${String(n).padStart(6, '0')}\n`,
      'user-agent:*\n',
    ),
  'ignore comments': () => filled(() => '#robotstream-ignore ties\n'),
  'ignore comments with many names': () => filled(() => `# robotstream-ignore ${'a '.repeat(400)}\n`),
  'blank lines between agents': () => filled((n) => `user-agent:a${n}\n\n`),
  'long product tokens': () => filled(() => `user-agent:${'a'.repeat(16_000)}!\n`),
  'long versions': () => filled(() => `user-agent:${'a'.repeat(16_000)} /\n`),
  'white space between agents': () => filled(() => `user-agent:a,${' '.repeat(16_000)}b\n`),
  'white space in agents': () => filled(() => `user-agent:a${' '.repeat(16_000)}b\n`),
  sitemaps: () => filled((n) => `sitemap:http://a/${n}\n`),
  delays: () => filled((n) => `crawl-delay:${n}\n`, 'user-agent:*\n'),
  'percent signs': () => filled(() => 'disallow:/%\n', 'user-agent:*\n'),
  HTML: () => filled(() => '<p>Not found</p>\n'),
  NULs: () => filled(() => 'allow:\0\n', 'user-agent:*\n'),
  comments: () => filled(() => '#\n'),
  'one long line': () => `user-agent:*\ndisallow:/${'a*'.repeat(250_000)}`,
  ...Object.fromEntries(
    HOSTILE_FAMILIES.map((family) => [
      `rules: ${family.name}`,
      () =>
        `user-agent:*\n${rulesOfFamily(family, PARSING_LIMIT_OCTETS - 1024)
          .map(({ isAllow, pattern }) => `${isAllow ? 'allow' : 'disallow'}:${pattern}\n`)
          .join('')}`,
    ]),
  ),
};
