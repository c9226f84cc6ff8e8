import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('crawler-commons-1.7');
const ALL = 'User-agent: *\n';

test.each([
  ['white space separates, too', 'Disallow /a', '/a', 'disallowed by 2'],
  ['only one of several colons separates', 'Disallow : :/a', '/a', 'allowed'],
  ['a field is misspelled', 'Dissalow: /a', '/a', 'disallowed by 2'],
  ['a misspelling is not known', 'Disallo: /a', '/a', 'allowed'],
  ['a control octet is trimmed', '\0Disallow: /a\x01', '/a', 'disallowed by 2'],
  ['U+0085 ends a line', 'Disallow: /a\x85Disallow: /b', '/b', 'disallowed by 2'],
  ['a pattern needs no slash to be kept', 'Disallow: a', '/a', 'allowed'],
  ['the longest pattern decides', 'Disallow: /a\nAllow: /a/*', '/a/b', 'allowed by 3'],
  ['allow wins a tie', 'Disallow: /a\nAllow: /a', '/a', 'allowed by 3'],
  ['an escape counts as three characters', 'Disallow: /é\nAllow: /*****', '/%c3%a9', 'disallowed by 2'],
  ['unreserved characters are unescaped', 'Disallow: /%61%7E', '/a~', 'disallowed by 2'],
  ['an escape that unescaping makes is none', 'Disallow: /%2541', '/A', 'allowed'],
  ['a percent sign by itself is escaped', 'Disallow: /%zz', '/%25zz', 'disallowed by 2'],
  ['a star in a URL is none in a pattern', 'Disallow: /%2A', '/*', 'disallowed by 2'],
  ['a dollar sign within a pattern matches nothing', 'Disallow: /a$b', '/a$b', 'allowed'],
  ['what follows a star is taken where it first occurs', 'Disallow: /*a$', '/aba', 'allowed'],
  ['so it matches if that is the end', 'Disallow: /*a$', '/ba', 'disallowed by 2'],
  ['a star before the end takes all', 'Disallow: /a*$', '/ab', 'disallowed by 2'],
  ['index.html stands for its folder', 'Disallow: /x/index.html', '/x/', 'disallowed by 2'],
  ['and for nothing else in it', 'Disallow: /x/index.html', '/x/a', 'allowed'],
  ['/robots.txt is open', 'Disallow: /', '/robots.txt', 'allowed'],
  ['with a query it is not', 'Disallow: /', '/robots.txt?', 'disallowed by 2'],
  ['a URL that Java does not accept is judged as "/"', 'Disallow: /a', '/a|', 'allowed'],
  ['and so is one with two fragments', 'Disallow: /\nAllow: /a', '/a#b#c', 'disallowed by 2'],
  ['an empty query is one', 'Disallow: /a?$', '/a?', 'disallowed by 2'],
  ['a delay of five minutes is obeyed', 'Crawl-delay: 300', '/', 'allowed'],
  ['a longer one closes the site', 'Crawl-delay: 300.001', '/', 'disallowed'],
  ['the shortest delay counts', `Crawl-delay: 301\n${ALL}Crawl-delay: 5`, '/', 'allowed'],
  ['only one delay follows the names', 'Crawl-delay: 5\nCrawl-delay: 301', '/', 'allowed'],
  ['a number of Java is one', 'Crawl-delay: 0x1p9', '/', 'allowed'],
  ['also a hexadecimal one with a point', 'Crawl-delay: 0x1.p9d', '/', 'disallowed'],
  ['also one of another script', 'Crawl-delay: ٣٠١', '/', 'disallowed'],
])('%s: %j', (_, rules, url, expected) => {
  expect(verdict(ALL + rules, url)).toBe(expected);
});

test.each([
  ['a value counts up to what a name cannot have', 'foo/2 x', 'foo', 'disallowed by 2'],
  ['a longer name is another', 'foobar', 'foo', 'allowed'],
  ['the crawler’s name is not cut', 'foo', 'foo/2', 'allowed'],
  ['letters do not differ in case', 'FOO', 'Foo', 'disallowed by 2'],
])('%s: %j for %j', (_, value, agent, expected) => {
  expect(verdict(`User-agent: ${value}\nDisallow: /`, '/', agent)).toBe(expected);
});

test.each([
  [
    'groups of a name are one',
    'User-agent: foo\nAllow: /b\n\nUser-agent: foo\nDisallow: /a',
    'disallowed by 5',
  ],
  ['a name without rules hides the others', 'User-agent: *\nDisallow: /\nUser-agent: foo', 'allowed'],
  [
    'a delay ends no user-agent lines',
    'User-agent: foo\nCrawl-delay: 1\nUser-agent: bar\nDisallow: /',
    'disallowed by 4',
  ],
  ['a rule without a value does', 'User-agent: foo\nDisallow:\nUser-agent: bar\nDisallow: /', 'allowed'],
  [
    'a delay is for the names above it',
    'User-agent: bar\nCrawl-delay: 900\nUser-agent: foo\nAllow: /b',
    'allowed',
  ],
  ['an empty name begins a group', 'User-agent: foo\nAllow: /b\nUser-agent:\nDisallow: /', 'allowed'],
  ['tags are removed from a page', '<html>\n<p>User-agent: foo<br>\nDisallow: /<b>a</b>', 'disallowed by 3'],
  ['tags with attributes make no page', '<html a>\n<p>User-agent: foo<br>\nDisallow: /a', 'allowed'],
  ['a page without "user-agent:" opens the site', '<body>\nUseragent: foo\nDisallow: /', 'allowed'],
  ['a byte order mark is skipped', '\ufeffUser-agent: foo\nDisallow: /', 'disallowed by 2'],
  ['a second one is not', '\ufeff\ufeffUser-agent: foo\nDisallow: /', 'allowed'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test.each([
  ['little', (unit: number) => [unit & 0xff, unit >> 8]],
  ['big', (unit: number) => [unit >> 8, unit & 0xff]],
])('UTF-16 is read, %s end first', (_, octetsOfUnit) => {
  const text = '\ufeffUser-agent: foo\nDisallow: /\ud800aé';
  const octets = Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => octetsOfUnit(text.charCodeAt(at))).flat(),
  );
  expect(verdict(octets, '/%EF%BF%BDé')).toMatch(/^disallowed/);
});

test('an encoded half of a surrogate pair is one character', () => {
  const body = octetsOf(`${ALL}Disallow: /\xed\xa0\x80a\nDisallow: /\xed\xa0b\nDisallow: /\xe2\x82c`);
  expect(verdict(body, '/%EF%BF%BDa')).toBe('disallowed by 2');
  expect(verdict(body, '/%EF%BF%BDb')).toBe('disallowed by 3');
  expect(verdict(body, '/%EF%BF%BDc')).toBe('disallowed by 4');
});
