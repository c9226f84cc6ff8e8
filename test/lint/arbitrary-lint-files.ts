/** Arbitrary files of which the lint finds much: lines of every kind, and groups whose names and patterns are alike. */
import fc from 'fast-check';
import { octetsOf } from './octets-of.js';

const field = fc.constantFrom(
  'User-agent',
  'user-agent',
  'useragent',
  'User-agents',
  'Allow',
  'Disallow',
  'Disalow',
  'dissallow',
  'Disallows',
  'Sitemap',
  'site-map',
  'Sitmap',
  'Crawl-delay',
  'Request-rate',
  'Content-Signal',
  'Content-Usage',
  'Noindex',
  'Host',
  'Foo',
  '',
  '\\xEF\\xBB\\xBFUser-agent',
);
const separator = fc.constantFrom(': ', ':', ' ', ' : ', '\t', ':\\x00', ' \\x00 ');
const value = fc.constantFrom(
  '*',
  '* x',
  'FooBot',
  'FooBot/1.0',
  'FooBot/1\\x00',
  'FooBot, BarBot',
  'BarBot;FooBot',
  'FooBot BarBot',
  'FooBot2',
  'Foo',
  'all',
  '',
  '/',
  '/a',
  '/a*',
  '/a$',
  '/%61',
  'a',
  '/b\\x00',
  '/caf\\xE9',
  '5',
  '1/5',
  'ai-train=no, search=yes',
  'train-ai=n',
  'https://example.com/a.xml',
  '/a\\x01',
  '/a\\xA0',
);
const comment = fc.constantFrom(
  '',
  '',
  '',
  ' # why',
  '#',
  ' # robotstream-ignore misspelled-field duplicate-rule',
  '# robotstream-ignore missing-colon, repeated-sitemap',
);
const anyLine = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(field, separator, value, comment).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.constantFrom('', ' ', '# comment', 'nonsense') },
);
const terminator = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
const mark = fc.constantFrom('', '', '', '\\xEF\\xBB\\xBF', '\\xEF\\xBB', '\\xEF\\xBB\\xBF\\xEF');

/** Files of any lines. */
export const anyFile: fc.Arbitrary<Uint8Array> = fc
  .tuple(mark, fc.array(fc.tuple(anyLine, terminator), { maxLength: 12 }), anyLine)
  .map(([start, lines, last]) => octetsOf(start + lines.flat().join('') + last));

/** Names of which one begins as another does, or that profiles read differently. */
const name = fc.constantFrom(
  '*',
  '* x',
  'Web',
  'Web Sucker',
  'web copier',
  'Web2',
  'MJ12bot',
  'MJ',
  'A',
  'a/1.0',
  'A b/2',
  'B',
  'Googlebot',
);
const part = fc.constantFrom(
  'a',
  'b',
  '/',
  '*',
  '*',
  '.',
  'a/',
  '%61',
  '%3A',
  '%2F',
  '?',
  '..',
  'index.html',
  'robots.txt',
  ' ',
  '~',
);
const pattern = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '*', ''),
    fc.array(part, { maxLength: 4 }),
    fc.constantFrom('', '', '$', '*'),
  )
  .map((parts) => parts.flat().join(''));
const rule = fc
  .tuple(fc.constantFrom('Allow: ', 'Disallow: ', 'Disallow: '), pattern)
  .map((parts) => parts.join(''));
const record = fc.constantFrom(
  'Crawl-delay: 5',
  'Crawl-delay: 7',
  'Request-rate: 1/5',
  'Content-Signal: ai-train=no',
  'Content-Usage: train-ai=n',
  'Sitemap: https://example.com/a.xml',
  'Sietmap: https://example.com/a.xml',
  'Sitemap https://example.com/a.xml',
  'Host: a.example',
  'User-agents: C',
  'Disallows: /a',
  'Disalow: /a',
  'Disallow /a',
  'Disallow:',
  'disallow: /a',
  '# comment',
  '',
);
const group = fc
  .tuple(
    fc.array(name, { minLength: 1, maxLength: 2 }),
    fc.array(fc.oneof({ weight: 5, arbitrary: rule }, { weight: 2, arbitrary: record }), { maxLength: 5 }),
  )
  .map(([names, lines]) => [...names.map((one) => `User-agent: ${one}`), ...lines].join('\n'));

/** Files of groups. */
export const fileOfGroups: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.array(record, { maxLength: 2 }), fc.array(group, { maxLength: 5 }), fc.constantFrom('\n', '\n\n'))
  .map(([start, groups, between]) => octetsOf(`${[...start, ...groups].join(between)}\n`));
