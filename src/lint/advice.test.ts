/** What lint says to the author of a line, by what the value is. */
import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { lint } from './lint.js';

/** The findings of a file but for those about programs, as `LINE SEVERITY RULE: MESSAGE`. */
function findingsOf(text: string): string[] {
  return lint(parseSync(text))
    .findings.filter(({ rule }) => rule !== 'lighthouse-audit')
    .map(({ line, severity, rule, message }) => `${line} ${severity} ${rule}: ${message}`);
}

const NO_SLASH =
  'error pattern-without-slash: The pattern starts with neither "/" nor "*", so it matches nothing. Found:';

test.each([
  ['https://shop.example/cart/', 'write "/cart/" in the robots.txt of shop.example.'],
  ['HTTP://shop.example', 'write "/" in the robots.txt of shop.example.'],
  ['"/tmp/"', 'Remove the quotation marks: write "/tmp/".'],
  ['\u201c/tmp/\u201d', 'Remove the quotation marks: write "/tmp/".'],
  ['none', 'To disallow nothing, leave the value empty: "Disallow:".'],
  ['all', 'To disallow everything, write "Disallow: /".'],
  ['^/x.*\\.php$', 'Only "*" and a "$" at the end are special: write "/x*.php$".'],
  ['^/(a|b)', 'Only "*" and a "$" at the end are special.'],
  ['\u200b/tmp/', 'Remove the octets E2 80 8B in column 11, which are the invisible U+200B.'],
  ['\u00a0/tmp/', 'Remove the octets C2 A0 in column 11, which are the invisible U+00A0.'],
  ['tmp/', 'Start the pattern with "/" (RFC 9309 §2.2).'],
])('Disallow: %s', (value, advice) => {
  const [found, ...others] = findingsOf(`User-agent: *\nDisallow: ${value}\n`);
  expect(found).toContain(`2 ${NO_SLASH} `);
  expect(found.endsWith(advice)).toBe(true);
  expect(others).toEqual([]);
});

test('several patterns on a line are read as one', () => {
  const matcher = parseSync('User-agent: *\nDisallow: /a /b\n').matcher({ agents: 'x' });
  expect(['/a', '/b', '/a%20/b'].map((path) => matcher.isAllowed(path))).toEqual([true, true, false]);
});

test('"Allow: all" and "Allow: none" are the other way round', () => {
  expect(findingsOf('User-agent: *\nAllow: all\n')[0]).toContain('To disallow nothing');
  expect(findingsOf('User-agent: *\nAllow: none\n')[0]).toContain('To disallow everything');
});

const rulesOf = (text: string): string[] => findingsOf(text).map((found) => found.replace(/:.*/s, ''));

test.each<[string, string, string[]]>([
  ['a full-width colon', 'User-agent: *\nDisallow:\nDisallow\uff1a /tmp/\n', ['3 error full-width-colon']],
  [
    'one without white space',
    'User-agent: *\nDisallow:\nDisallow\uff1a/tmp/\n',
    ['3 error full-width-colon'],
  ],
  [
    'a file on one line',
    'User-agent: * Disallow: /x\n',
    ['1 error second-record', '1 info group-without-rules'],
  ],
  ['two rules on a line', 'User-agent: *\nDisallow: /a Disallow: /b\n', ['2 error second-record']],
  ['two patterns on a line', 'User-agent: *\nDisallow: /a /b\n', ['2 error several-patterns']],
  ['three, with commas', 'User-agent: *\nDisallow: /a, /b, *.pdf$ # x\n', ['2 error several-patterns']],
  ['a space in a path', 'User-agent: *\nDisallow: /my folder/\n', ['2 warning white-space-in-pattern']],
  ['a name that may have no space is not proposed', 'User-agent: KangarooBot\nDisallow: /a\n', []],
  [
    'two sitemaps on a line',
    'Sitemap: https://a.example/1.xml https://a.example/2.xml\n',
    ['1 error several-sitemaps'],
  ],
  ['a URL in the query of a sitemap', 'Sitemap: https://a.example/?of=https://b.example/\n', []],
  ['two schemes', 'Sitemap: http://https://a.example/1.xml\n', ['1 error sitemap-with-two-schemes']],
  [
    'a semicolon between categories',
    'User-agent: *\nContent-Usage: train-ai=n; search=n\nDisallow: /a\n',
    ['2 error usage-after-semicolon'],
  ],
  ['a parameter', 'User-agent: *\nContent-Usage: train-ai=n;note=1\nDisallow: /a\n', []],
  [
    'the sitemap of the file',
    'Sitemap: https://a.example/s/1.xml\nUser-agent: *\nDisallow: /s/\n',
    ['1 warning sitemap-disallowed'],
  ],
  [
    'all that is disallowed is said once',
    'Sitemap: https://a.example/s/1.xml\nUser-agent: *\nDisallow: /\n',
    ['3 warning everything-disallowed'],
  ],
  [
    'folders of resources',
    'User-agent: *\nDisallow: /wp-includes/\nDisallow: /_next/static/\n',
    ['2 warning blocked-resources', '3 warning blocked-resources'],
  ],
  ['their scripts are allowed', 'User-agent: *\nDisallow: /wp-includes/\nAllow: /wp-includes/js/\n', []],
  [
    'a few paths are open',
    'User-agent: *\nDisallow: /\nAllow: /ads.txt\n',
    ['2 warning nearly-everything-disallowed'],
  ],
  ['sections are closed', 'User-agent: *\nDisallow: /a/\nDisallow: /b/\n', []],
  [
    'Google may fetch nothing',
    'User-agent: Googlebot\nDisallow: /\n',
    ['2 warning search-engine-disallowed'],
  ],
  ['Bing may fetch nothing', 'User-agent: bingbot\nDisallow: /\n', ['2 warning search-engine-disallowed']],
  [
    'another engine may fetch nothing',
    'User-agent: DuckDuckBot\nDisallow: /\n',
    ['2 info small-search-engine-disallowed'],
  ],
  [
    'five rules in two spellings',
    `User-agent: *\n${['a0', 'a1', 'a2', 'a3', 'a4'].map((hex) => `Disallow: /%c3%${hex}\nDisallow: /%C3%${hex.toUpperCase()}\n`).join('')}`,
    ['3 info rule-in-two-spellings'],
  ],
])('%s', (_, text, expected) => {
  expect(rulesOf(text)).toEqual(expected);
});

test('the second of two "*" is next to another one, where the first is needed', () => {
  expect(findingsOf('User-agent: *\nDisallow: /a$**\n')).toContain(
    '2 info useless-wildcard: The "*" next to another "*" in "/a$**" does not change which URLs match.',
  );
});
