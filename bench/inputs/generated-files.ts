/** Generated files for machines without the real ones. Sizes, spellings and line ends follow the real corpus. */

import { type Random, randomFrom } from './random.js';
import type { RobotsFile } from './robots-file.js';

const SEED = 9309;
const FILE_COUNT = 2000;
/** Groups and rules follow powers of a random number, so that most files are short and a few are long. */
const MOST_GROUPS = 8;
const MOST_RULES = 170;
const GROUP_SKEW = 5;
const RULE_SKEW = 5;
/** Shares of files and rules with each property, roughly as in the real corpus. */
const CRLF_SHARE = 0.3;
const WILDCARD_SHARE = 0.6;
const ALLOW_SHARE = 0.15;
const COMMENT_SHARE = 0.05;
const SITEMAP_SHARE = 0.6;
const DELAY_SHARE = 0.2;

const AGENTS = [
  ...['Googlebot', 'Bingbot', 'Slurp', 'Baiduspider', 'YandexBot', 'AhrefsBot', 'Mediapartners-Google'],
  ...['Twitterbot', 'ia_archiver', 'MJ12bot', 'DotBot', 'Applebot'],
];
const WORDS = [
  ...['admin', 'search', 'cart', 'checkout', 'account', 'login', 'images', 'static', 'includes', 'user'],
  ...['node', 'wp-admin', 'wp-content', 'cgi-bin', 'tmp', 'private', 'api', 'products', 'news', 'tag'],
  ...['print', 'en', 'de'],
];
const TAILS = ['', '/', '/', '.html', '.php', '?sort=', '?page=2', '/*.pdf$', '*?', '/*/print$'];

export function generatedFiles(): RobotsFile[] {
  const random = randomFrom(SEED);
  return Array.from({ length: FILE_COUNT }, (_, index) => ({
    origin: `https://www.site-${index}.example`,
    octets: new TextEncoder().encode(fileText(random, index)),
  }));
}

function fileText(random: Random, index: number): string {
  const lines = random.next() < COMMENT_SHARE ? [`# robots.txt of site ${index}`, ''] : [];
  const groups = 1 + Math.floor(random.next() ** GROUP_SKEW * MOST_GROUPS);
  for (let group = 0; group < groups; group++) {
    lines.push(`User-agent: ${group === 0 ? '*' : random.pick(AGENTS)}`);
    const rules = 1 + Math.floor(random.next() ** RULE_SKEW * MOST_RULES);
    for (let rule = 0; rule < rules; rule++) {
      if (random.next() < COMMENT_SHARE) lines.push(`# ${random.pick(WORDS)} pages`);
      lines.push(`${random.next() < ALLOW_SHARE ? 'Allow' : 'Disallow'}: ${pattern(random)}`);
    }
    if (random.next() < DELAY_SHARE) lines.push('Crawl-delay: 10');
    lines.push('');
  }
  if (random.next() < SITEMAP_SHARE) lines.push(`Sitemap: https://www.site-${index}.example/sitemap.xml`);
  return lines.join(random.next() < CRLF_SHARE ? '\r\n' : '\n');
}

function pattern(random: Random): string {
  const depth = 1 + random.below(3);
  const path = Array.from({ length: depth }, () => `/${random.pick(WORDS)}`).join('');
  return random.next() < WILDCARD_SHARE ? path + random.pick(TAILS) : `${path}/`;
}
