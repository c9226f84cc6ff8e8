/** Names of crawlers: substrings, prefixes, versions, spaces, letters whose case is odd. */
import { randomFrom } from '../../../bench/inputs/random.js';
import { bodyOf, type Case, urlOf } from '../case.js';

/** The values of user-agent lines. */
const NAMES = [
  'FooBot',
  'foobot',
  'FOOBOT',
  'Foo',
  'Bot',
  'oob',
  'F',
  'FooBot-News',
  'FooBot News',
  'FooBot/1.2',
  'FooBot/2',
  'FooBot/',
  'FooBot 1.2',
  'FooBot*',
  'Foo*',
  '*Bot',
  '*FooBot*',
  'F*t',
  '*',
  '**',
  '* ',
  '*/1',
  '* FooBot',
  '%2A',
  '%46ooBot',
  'Foo%42ot',
  'FooBot%',
  '',
  ' # FooBot',
  '-',
  '.',
  '/',
  'Foo.Bot',
  'F.oBot',
  '(FooBot)',
  '[FooBot]',
  'FooBot,BarBot',
  'FooBot; BarBot',
  'Foo_Bot',
  'foo-bot',
  'Mozilla',
  'Mozilla/5.0',
  'Mozilla/5.0 (compatible; FooBot/1.2)',
  'compatible',
  'B\xf6t',
  'B\xd6T',
  '\u0130Bot',
  'i\u0307bot',
  'Foo\u212aBot',
  'stra\xdfe',
  'STRASSE',
  '\u03a3\u03a3',
  '1',
  'all',
];

/** How crawlers name themselves. */
const CALLERS = [
  'FooBot',
  'foobot',
  'FOOBOT',
  'Foo',
  'Bot',
  'FooBotX',
  'XFooBot',
  'FooBot-News',
  'FooBot News',
  'FooBot/1.2',
  'FooBot/2.0 (+http://example.com)',
  'Mozilla/5.0 (compatible; FooBot/1.2; +http://example.com/)',
  'BarBot',
  'F',
  '*',
  'Foo_Bot',
  'foo-bot',
  'Foo.Bot',
  'b\xf6t',
  'B\xd6T',
  '\u0130bot',
  'i\u0307bot',
  'FookBot',
  'strasse',
  'stra\xdfe',
  '\u03c3\u03c2',
  'all',
  '1',
];

const TWO_URLS = ['/a', '/b'].map(urlOf);

const SEED = 0x4a3e;
const FILES = 300;
const CALLERS_EACH = 5;
const FOUR_URLS = ['/a', '/b', '/c', '/d'].map(urlOf);

/** Each name met by each caller, and files in which several names compete. */
export function nameCases(): Case[] {
  return [
    ...NAMES.map((name, index) => ({
      name: `name ${index} ${name}`,
      body: bodyOf(`User-agent: ${name}\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n`),
      agents: CALLERS,
      urls: TWO_URLS,
    })),
    ...competingNames(),
  ];
}

/** Three groups with one or two names each. */
function competingNames(): Case[] {
  const random = randomFrom(SEED);
  return Array.from({ length: FILES }, (_, index) => {
    const groups = ['/a', '/b', '/c'].map((path) => {
      const names = Array.from({ length: 1 + random.below(2) }, () => `User-agent: ${random.pick(NAMES)}`);
      return [...names, `Disallow: ${path}`, ...(random.below(3) === 0 ? ['Allow: /'] : [])];
    });
    const agents = new Set<string>();
    while (agents.size < CALLERS_EACH) agents.add(random.pick(CALLERS));
    const blank = random.below(2) === 0 ? [''] : [];
    return {
      name: `names ${index}`,
      body: bodyOf(groups.flatMap((lines) => [...lines, ...blank]).join('\n')),
      agents: [...agents],
      urls: FOUR_URLS,
    };
  });
}
