/** Line ends, white space, separators and spellings of fields. */
import { bodyOf, type Case, octetsOf, urlOf } from '../case.js';

/** What some program takes for the end of a line, and what none should. */
const ENDS: readonly (string | Uint8Array)[] = [
  '\n',
  '\r',
  '\r\n',
  '\n\r',
  '\r\r\n',
  '\x0b',
  '\x0c',
  '\x1c',
  '\x1d',
  '\x1e',
  '\x1f',
  '\x85',
  '\u2028',
  '\u2029',
  '\0',
  '\x08',
  '\x1a',
  ' ',
  '\t',
  '\xa0',
  '\\n',
  octetsOf('\x85'),
];

/** Where an end of line is put, as `|`. */
const END_PLACES: readonly string[] = [
  'User-agent: FooBot|Disallow: /a|Allow: /ab||User-agent: *|Disallow: /c|',
  'User-agent: FooBot\nDisallow: /a|Disallow: /b\nAllow: /c\n',
  'User-agent: FooBot\nDisallow: /a\n|\nDisallow: /b\n|User-agent: BarBot\nDisallow: /c\n',
  'User-agent: FooBot|Disallow: /a\nUser-agent: BarBot\n|\nDisallow: /b\n',
  '# comment|User-agent: *\nDisallow: /a # comment|Disallow: /b\n# |Allow: /ab\n',
  'User-agent: *\nDisallow: /a|b\nDisallow: /c|\n',
  'User-agent: *|\nDisallow|: /a\nDisallow:|/b\n|Disallow: /c\n',
  '|User-agent: FooBot\n|Disallow: /a\n|\n|Disallow: /b\n||Allow: /ab\n',
];

const TWO_BOTS = ['FooBot', 'BarBot'];
const PATHS = ['/a', '/ab', '/b', '/c', '/', '/a%0Ab'].map(urlOf);

export function lineEndCases(): Case[] {
  return fillEach('line end', END_PLACES, ENDS, PATHS);
}

/** White space, and characters that look like it. */
const SPACES: readonly (string | Uint8Array)[] = [
  ' ',
  '   ',
  '\t',
  '\x0b',
  '\x0c',
  '\x1c',
  '\x1f',
  '\x85',
  '\xa0',
  '\u1680',
  '\u2003',
  '\u200b',
  '\u3000',
  '\ufeff',
  '\0',
  '\x01',
  '\x7f',
  octetsOf('\xa0'),
];

const SPACE_PLACES: readonly string[] = [
  '|User-agent: FooBot\n|Disallow: /a\n',
  'User|-agent: FooBot\nDisallow: /a\nDis|allow: /b\n',
  'User-agent|: FooBot\nDisallow|: /a\nAllow|: /ab\n',
  'User-agent:|FooBot\nDisallow:|/a\nAllow:|/ab\n',
  'User-agent: FooBot|\nDisallow: /a|\nAllow: /ab|\n',
  'User-agent: Foo|Bot\nDisallow: /a\n\nUser-agent: *\nDisallow: /a|b\n',
  'User-agent: FooBot|# comment\nDisallow: /a|# comment\n',
  'User-agent: FooBot\n|\nDisallow: /a\n|\nUser-agent: BarBot\n|\nDisallow: /b\n',
  'User-agent: *\nDisallow:|\nAllow: /a\nDisallow: /a|*b\n',
  'User-agent|FooBot\nDisallow|/a\nAllow|/ab\n',
];

export function spaceCases(): Case[] {
  const paths = ['/a', '/ab', '/b', '/a%20b'].map(urlOf);
  return fillEach('space', SPACE_PLACES, SPACES, paths);
}

const USER_AGENT_FIELDS = [
  'USER-AGENT',
  'user-agent',
  'uSER-aGENT',
  'Useragent',
  'User agent',
  'User_agent',
  'User-agents',
  'User-Agent-',
  'Usr-agent',
  'User--agent',
  'ser-agent',
  'User-ag',
  'agent',
  '"User-agent"',
  'User-agentx',
];

const RULE_FIELDS = [
  'DISALLOW',
  'disallow',
  'dISALLOW',
  'Dissallow',
  'Dissalow',
  'Disalow',
  'Diasllow',
  'Disallaw',
  'Dis-allow',
  'Dis allow',
  'Disallows',
  'Disallowed',
  'Desallow',
  'Disllow',
  'isallow',
  'Deny',
  'Noindex',
  'ALLOW',
  'allow',
  'Alow',
  'Allaw',
  'Allows',
  'Al-low',
  'D\u0130SALLOW',
  'Di\u017fallow',
  'Disallo\uff37',
  '',
];

/** Files with a field in the place of `|`. */
const FIELD_PLACES: readonly [readonly string[], readonly string[]][] = [
  [USER_AGENT_FIELDS, ['|: FooBot\nDisallow: /a\n', 'User-agent: BarBot\n|: FooBot\nDisallow: /a\n']],
  [
    RULE_FIELDS,
    [
      'User-agent: FooBot\n|: /a\nUser-agent: BarBot\nDisallow: /b\n',
      'User-agent: *\nDisallow: /a\n|: /ab\n',
    ],
  ],
];

/** Lines in the place of `|`, each without a plain separator. */
const SEPARATED = [
  'Disallow /a',
  'Disallow\t/a',
  'disallow  /a',
  'Disallow/a',
  'Disallow=/a',
  'Disallow;/a',
  'Disallow: : /a',
  'Disallow:: /a',
  'Disallow:/a:b',
  'Disallow : /a',
  ':Disallow: /a',
  ': /a',
  '/a',
  'Disallow\uff1a /a',
  'Disallow: /a Allow: /a',
  'Disallow: /a, /b',
  'Disallow: /a /b',
  'Disallow: "/a"',
  "Disallow: '/a'",
  'Disallow: #/a',
  'Disallow#: /a',
  'Disallow: /a#b',
  'Disallow: /a #b',
  'Disallow: a',
  '<p>Disallow: /a</p>',
  'User-agent FooBot',
  'User-agent FooBot BarBot',
  'User-agent: FooBot, BarBot',
  'User-agent: "FooBot"',
  'User-agent=FooBot',
  'User agent FooBot',
  'Allow /ab',
  'Sitemap http://example.com/a',
  'Noindex: /a',
];

const SEPARATED_PLACES: readonly string[] = [
  'User-agent: FooBot\n|\n',
  'User-agent: BarBot\n|\nDisallow: /ab\n',
  'User-agent: BarBot\nDisallow: /b\n|\nDisallow: /a\nAllow: /ab\n',
];

export function fieldCases(): Case[] {
  const paths = ['/a', '/ab', '/b', '/a:b'].map(urlOf);
  return [
    ...FIELD_PLACES.flatMap(([fields, places]) => fillEach('field', places, fields, paths)),
    ...fillEach('separator', SEPARATED_PLACES, SEPARATED, paths),
  ];
}

/** A case for each text in each place. */
function fillEach(
  name: string,
  places: readonly string[],
  texts: readonly (string | Uint8Array)[],
  urls: readonly string[],
): Case[] {
  return places.flatMap((place, row) =>
    texts.map((text, column) => ({
      name: `${name} ${row}.${column}`,
      body: bodyOf(...place.split('|').flatMap((part, index) => (index === 0 ? [part] : [text, part]))),
      agents: TWO_BOTS,
      urls,
    })),
  );
}
