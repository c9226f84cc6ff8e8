/** Scheme and authority are read as the URL Standard reads them, whatever characters a host has. */
import fc from 'fast-check';
import { isAllowed } from '../../src/is-allowed.js';
import { parseSync } from '../../src/parse.js';
import { robotsUrl, sameScope } from '../../src/urls.js';
import { checkProperty } from '../support/property.js';

const FILE = 'User-agent: *\nDisallow: /x\n';

/** Parts of hosts: those that IDNA removes or maps, numbers of addresses, ports, and what ends or breaks an authority. */
const PARTS = [
  ...[
    'a',
    'B',
    '.',
    '-',
    '--',
    'xn--',
    '_',
    '0',
    '127',
    '0x',
    '::1',
    '[',
    ']',
    ':',
    ':80',
    ':99999',
    '@',
    'u:p@',
  ],
  ...['\u00ad', '\u200b', '\u200d', '\u2060', '\ufe0f', '\u034f', '%C2%AD', '%E2%80%8B', '%41', '%'],
  ...[
    '\u00e9',
    '\u00df',
    '\uff41',
    '\u3002',
    '\u{1f600}',
    '\ud800',
    ' ',
    '\t',
    '\n',
    '\0',
    '*',
    '|',
    '\\',
    '/',
    '?',
    '#',
  ],
];

const SCHEMES = [
  'http://',
  'https://',
  'ftp://',
  'HTTP://',
  'http:',
  'http:/',
  'http:\\\\',
  ' http://',
  'ht\ntp://',
];

const arbitraryUrl = fc
  .tuple(
    fc.constantFrom(...SCHEMES),
    fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('/x', '', '?x', '#x', '\\x', '/y'),
  )
  .map(([scheme, host, rest]) => scheme + host.join('') + rest);

checkProperty(
  'a URL is accepted if the URL parser accepts it, with its host and its path',
  fc.property(fc.array(arbitraryUrl, { minLength: 1, maxLength: 3 }), (urls) => {
    const document = parseSync(FILE);
    const matcher = document.matcher({ agents: 'FooBot' });
    for (const url of urls) {
      const expected = parsed(url);
      const found = [
        attempt(() => robotsUrl(url)),
        attempt(() => sameScope(url, expected?.href ?? url)),
        attempt(() => matcher.isAllowed(url)),
        attempt(() => isAllowed(FILE, url, { agents: 'FooBot' })),
        attempt(() => matcher.check(url).allowed),
      ];
      const allowed = expected && !expected.pathname.startsWith('/x');
      const wanted =
        expected === null
          ? Array(found.length).fill(null)
          : [`${expected.protocol}//${expected.host}/robots.txt`, true, allowed, allowed, allowed];
      if (JSON.stringify(found) !== JSON.stringify(wanted)) {
        throw new Error(
          `${JSON.stringify(url)}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`,
        );
      }
    }
  }),
);

/** The URL; null if it is not one that a robots.txt can govern. */
function parsed(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^(?:https?|ftp):$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** What a function returns; null if it throws a `TypeError`. */
function attempt<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
