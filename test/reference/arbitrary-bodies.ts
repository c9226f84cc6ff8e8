/**
 * Arbitrary robots.txt files as octet strings (`octets.ts`), made of lines, fields and values, and these of small pieces.
 */
import fc from 'fast-check';
import { AGENT_NAMES, agentName, inAnyCase, joined, joinedPair, mostly } from './arbitrary-pieces.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from './lines.js';
import { toOctets } from './octets.js';

const E_ACUTE_UTF8 = '\xC3\xA9';
const E_ACUTE_LATIN1 = '\xE9';

/** The pieces of patterns, as octet strings. */
const PATTERN_PIECES = [
  ...['a', '/', 'b', '*', '$', '?', '.', '-', ';', ':', '@', "'", '"', ' ', 'A', '~', '=', '&', '|', '\\'],
  ...['%', '%2F', '%2f', '%41', '%7e', '%C3%A9', '%c3%a9', '%2A', '%24', '%3A', '%3f', '%25', '%2', '%zz'],
  ...['index.html', 'index.htm', E_ACUTE_UTF8, E_ACUTE_LATIN1, '\x7F', '\t', '//', '..', '/*', '*/'],
  ...['%40', '%27'],
];

const OVER_LONG_OCTETS = [-8, -1, 0, 1, 8].map((more) => LINE_LIMIT_OCTETS + more);

/** A robots.txt, plausible or broken. */
export function robotsBody(): fc.Arbitrary<Uint8Array> {
  return bodyOctetString().map(toOctets);
}

/** A robots.txt about as long as the parsing limit. A single run is expensive. */
export function bodiesNearTheLimit(): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(bodyOctetString(), terminator(), fc.nat({ max: 80 }), bodyOctetString())
    .map(([head, end, room, tail]) => {
      const filler = '#'.padEnd(PARSING_LIMIT_OCTETS - room - head.length - 2 * end.length, 'c');
      return toOctets(`${head}${end}${filler}${end}${tail}`);
    });
}

function bodyOctetString(): fc.Arbitrary<string> {
  const byteOrderMark = mostly(
    '',
    fc.constantFrom('\xEF\xBB\xBF', '\xEF', '\xEF\xBB', '\xEF\xEF\xBB', '\xFE\xFF'),
  );
  const blocks = fc.array(fc.oneof(ended(line()), { weight: 3, arbitrary: group() }), { maxLength: 5 });
  return fc
    .tuple(byteOrderMark, blocks, mostly('', line()))
    .map(([bom, some, last]) => bom + some.join('') + last);
}

/** A few user-agent lines, and rules, with other lines between them. */
function group(): fc.Arbitrary<string> {
  const userAgents = fc.array(
    fc.oneof({ weight: 9, arbitrary: ended(userAgentLine()) }, ended(record(otherField(), pattern()))),
    { minLength: 1, maxLength: 3 },
  );
  const rules = fc.array(fc.oneof({ weight: 6, arbitrary: ended(ruleLine()) }, ended(line())), {
    maxLength: 4,
  });
  return fc.tuple(userAgents, rules).map((parts) => parts.flat().join(''));
}

function ended(unended: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return joinedPair(unended, terminator());
}

function terminator(): fc.Arbitrary<string> {
  return fc.constantFrom('\n', '\r\n', '\r');
}

function line(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: ruleLine() },
    { weight: 4, arbitrary: userAgentLine() },
    { weight: 3, arbitrary: record(otherField(), fc.oneof(pattern(), userAgentValue())) },
    { weight: 4, arbitrary: fc.constantFrom('', ' ', '\t', '\v\f') },
    { weight: 2, arbitrary: fc.constantFrom('#', '# user-agent: *', ' #c') },
    { weight: 3, arbitrary: joined([...'ad:*/ #\t\v\0\x01\xEF\xBB\xBF\xFF'], 6) },
    { weight: 1, arbitrary: overLong() },
  );
}

function userAgentLine(): fc.Arbitrary<string> {
  return record(userAgentField(), userAgentValue());
}

function ruleLine(): fc.Arbitrary<string> {
  return record(ruleField(), pattern());
}

/** White space, field, separator, value, and octets that may follow a value. */
function record(field: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const lead = mostly('', fc.constantFrom(' ', '\t', '\v', '\xC2\xA0', '\x01', '\0', '#', '<'));
  const separator = mostly(
    ': ',
    fc.constantFrom(':', ' ', '\t', '  ', ' : ', ':\t', '\v:', ':\f', ' \v', '\v', '', '::'),
  );
  const tail = mostly(
    '',
    fc.constantFrom(' ', '\t', '\f', '#c', ' # c', ' x', ':', '\0', '\0x', '\x01', '\x1F', '\x7F'),
  );
  return fc.tuple(lead, field, separator, value, tail).map((parts) => parts.join(''));
}

function userAgentField(): fc.Arbitrary<string> {
  const rare = [
    'useragent',
    'user agent',
    'user_agent',
    'user-agents',
    'user',
    'user-agent foo',
    '\x01user-agent',
  ];
  return inAnyCase(mostly('user-agent', fc.constantFrom(...rare)));
}

function ruleField(): fc.Arbitrary<string> {
  const misspelt = ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'];
  const rare = [
    ...misspelt,
    'disallowed',
    'allowed',
    'disallow x',
    'allow-x',
    'xallow',
    'dis allow',
    'dis\x01allow',
  ];
  return inAnyCase(mostly(fc.constantFrom('disallow', 'allow'), fc.constantFrom(...rare)));
}

function otherField(): fc.Arbitrary<string> {
  const other = ['sitemap', 'site-map', 'sitemaps', 'crawl-delay', 'host', 'noindex', 'content-usages', ''];
  return inAnyCase(fc.oneof(fc.constantFrom(...other), fc.constant('content-usage')));
}

/** Names, names with a suffix, parts of names, wildcards, and values that resemble a wildcard. */
function userAgentValue(): fc.Arbitrary<string> {
  const suffix = fc.constantFrom(
    '/1.0',
    '*',
    ' x',
    '-News',
    '2',
    '.',
    ' /2',
    ':',
    ';',
    '/',
    E_ACUTE_UTF8,
    '\x01',
    '_',
  );
  return fc.oneof(
    { weight: 8, arbitrary: inAnyCase(agentName()) },
    {
      weight: 5,
      arbitrary: fc.constantFrom('*', '* x', '*\tx', '*\v', '*a', '**', '*/1.0', '*\x01', '* \x01'),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...AGENT_NAMES), suffix).map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...AGENT_NAMES.map((name) => name.slice(0, -1))) },
    { weight: 1, arbitrary: fc.constantFrom('', '/1.0', 'other', '\xFF') },
  );
}

function pattern(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: joined(PATTERN_PIECES, 4).map((pieces) => `/${pieces}`) },
    { weight: 2, arbitrary: joined(PATTERN_PIECES, 4) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: escapesBehindStar() },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        '/',
        '/*',
        '/$',
        '*',
        '/a',
        '/*a',
        '$',
        '/index.html',
        '/a/index.htm',
        '/robots.txt',
      ),
    },
  );
}

/** A line whose white space, field, value or comment reaches the line limit or goes beyond it. */
function overLong(): fc.Arbitrary<string> {
  const stretched = fc.constantFrom(
    (octets: number, rest: string) => `disallow: ${rest}`.padEnd(octets, 'a'),
    (octets: number, rest: string) => `disallow: /a${'*'.padStart(octets - 12, ' ')}${rest}`,
    (octets: number, rest: string) => `allow: ${rest}`.padStart(octets, ' '),
    (octets: number, rest: string) => `${'user-agent:'.padEnd(octets - 3, ' ')}Foo${rest}`,
    (octets: number, rest: string) => `${' '.repeat(octets)}${rest}`,
    (octets: number, rest: string) => `${'#'.padEnd(octets, 'c')}${rest}`,
  );
  return fc
    .tuple(
      stretched,
      fc.constantFrom(...OVER_LONG_OCTETS),
      fc.constantFrom('', '/', '/a', '\x01', '#', 'Bot'),
    )
    .map(([stretch, octets, rest]) => stretch(octets, rest));
}

/** A pattern with escapes after a `*`, which may match in the path or in the query. */
function escapesBehindStar(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    '%3A',
    '%2F',
    '%3F',
    '%2f',
    '%3a',
    '%40',
    '%27',
    'a',
    '*',
    '?',
    ':',
    '/',
    '$',
  );
  const start = fc.constantFrom('*', '/*', '/a*', '/*?');
  return fc
    .tuple(start, fc.array(piece, { minLength: 1, maxLength: 3 }))
    .map(([head, pieces]) => head + pieces.join(''));
}
