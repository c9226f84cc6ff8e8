/** Kinds of files, each as long as it is asked to be: what has many of something, or long ones. */
import { LINE_KINDS } from '../lint/line-kinds.js';

/** A text of about so many octets, of `line` again and again. */
export type Kind = (octets: number) => string;

const filled =
  (line: (nth: number) => string, start = ''): Kind =>
  (octets) => {
    const parts = [start];
    for (let length = start.length, nth = 0; length < octets; nth++) {
      const part = line(nth);
      parts.push(part);
      length += part.length;
    }
    return parts.join('');
  };

const ALL = 'User-agent: *\n';

const LINES_OF_LINT = [
  'no record',
  'blank',
  'comment',
  'ignore comment',
  'unknown field',
  'agent',
  'agents in a list',
  'every agent',
  'rule',
  'another rule',
  'rule with wildcards',
  'misspelled rule',
  'empty rule',
  'another sitemap',
  'another delay',
  'signal',
  'usage',
];

/** Some of the kinds of lines that the lint looks at, each below a user-agent line. */
const LINES = Object.fromEntries(
  LINES_OF_LINT.map((kind) => [kind, filled((nth) => `${LINE_KINDS[kind](nth)}\n`, ALL)]),
);

const OTHERS: Readonly<Record<string, Kind>> = {
  'user-agent lines': filled((nth) => `User-agent: a${nth.toString(36)}\n`),
  'user-agent lines that are twice there': (octets) => {
    const half = filled((nth) => `User-agent: a${nth.toString(36)}\n`)(octets / 2);
    return `${half}Disallow: /a\n${half}Disallow: /b\n`;
  },
  'names of the crawler in all spellings': filled(
    (nth) =>
      `User-agent: ${[...'foobot'].map((letter, at) => ((nth >> at) & 1 ? letter.toUpperCase() : letter)).join('')}\n`,
  ),
  groups: filled((nth) => `User-agent: a${nth.toString(36)}\nDisallow: /${nth}\n`),
  'groups of the same names': filled(
    (nth) => `User-agent: a${nth % 90}\nUser-agent: b${nth % 89}\nDisallow: /${nth}\n`,
  ),
  'groups of the crawler': filled((nth) => `User-agent: FooBot\nDisallow: /${nth}\n`),
  'groups for all': filled((nth) => `User-agent: *\nDisallow: /${nth}\n`),
  'groups with delays': filled((nth) => `User-agent: *\nCrawl-delay: ${nth}\n`),
  'blank lines between names': filled((nth) => `User-agent: a${nth}\n\n`),
  'rules that allow and disallow': filled((nth) => `${nth % 2 ? 'Allow' : 'Disallow'}: /${nth >> 1}\n`, ALL),
  'rules that tie': filled((nth) => `${nth % 2 ? 'Allow' : 'Disallow'}: /a\n`, ALL),
  'rules with ends': filled((nth) => `Disallow: /*.${nth.toString(36)}$\n`, ALL),
  'rules with many stars': filled((nth) => `Disallow: /*${'a*'.repeat(100)}${nth}\n`, ALL),
  'rules with many stars and an end': filled((nth) => `Disallow: /${nth}${'*ab'.repeat(5000)}$\n`, ALL),
  'rules with escapes': filled(
    (nth) => `Disallow: /%e4%b8%${(nth % 256).toString(16).padStart(2, '0')}\n`,
    ALL,
  ),
  'rules with escaped slashes': filled((nth) => `Disallow: /a%2Fb%2fc%2Fd%2Fe${nth}\n`, ALL),
  'rules with queries': filled((nth) => `Disallow: /a?b=${nth}&c=${nth}\n`, ALL),
  'rules with CR LF': filled((nth) => `Disallow: /${nth}\r\n`, 'User-agent: *\r\n'),
  'rules with CR': filled((nth) => `Disallow: /${nth}\r`, 'User-agent: *\r'),
  'rules with comments': filled((nth) => `Disallow: /${nth} # x\n`, ALL),
  'rules for folders': filled((nth) => `Allow: /${nth}/index.html\n`, ALL),
  'rules that are URLs': filled((nth) => `Disallow: http://h${nth}/a\n`, ALL),
  'rules without a slash': filled((nth) => `Disallow: a${nth}\n`, ALL),
  'one rule of stars': (octets) => `${ALL}Disallow: /${'a*'.repeat(octets / 2)}`,
  'one rule of segments': (octets) => `${ALL}Disallow: ${'a/../'.repeat(octets / 5)}`,
  'one rule of dollar signs': (octets) => `${ALL}Disallow: /${'$'.repeat(octets)}`,
  'one rule of escapes': (octets) => `${ALL}Disallow: /${'%41'.repeat(octets / 3)}`,
  'one line of spaces': (octets) => `${ALL}Disallow:${' '.repeat(octets)}/a\n`,
  'one line of colons': (octets) => ':'.repeat(octets),
  'one line of tags': (octets) => '<a>'.repeat(octets / 3),
  'one line of open tags': (octets) => '<'.repeat(octets),
  NULs: (octets) => '\0'.repeat(octets),
};

export const KINDS: Readonly<Record<string, Kind>> = { ...LINES, ...OTHERS };
