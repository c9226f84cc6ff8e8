/** Sizes near limits: of files, of lines, of patterns, of names, of numbers of rules. */
import { bodyOf, type Case, urlOf } from '../case.js';

const KIB = 1024;

/** Where programs are known to stop reading, in octets or characters. */
const FILE_SIZES = [8_192, 32_768, 65_536, 100_000, 102_400, 131_072, 500_000, 512_000, 524_288, 1_048_576];

const LINE_SIZES = [64, 128, 255, 256, 512, 1_000, 1_024, 2_000, 2_048, 2_083, 4_096, 8_192, 16_664, 65_536];

const NAME_SIZES = [32, 64, 100, 128, 256, 1_024, 4_096];

const RULE_COUNTS = [100, 128, 256, 1_000, 1_024, 2_000, 2_048, 5_000];

/** Two crawlers, one of them without a group of its own. */
const AGENTS = ['FooBot', 'OtherBot'];

export function sizeCases(): Case[] {
  return [...fileSizeCases(), ...lineSizeCases(), ...nameSizeCases(), ...ruleCountCases()];
}

/** A rule that ends at the limit, one that goes across it, one after it. */
function fileSizeCases(): Case[] {
  return FILE_SIZES.flatMap((size) => {
    const start = 'User-agent: *\nDisallow: /first\n';
    return [
      ['ends', 0],
      ['crosses', 5],
      ['follows', 20],
    ].map(([name, over]) => {
      const rule = 'Disallow: /middle\n';
      const room = size - start.length - rule.length + Number(over);
      return {
        name: `file of ${size}: ${name}`,
        body: bodyOf(start, comments(room), rule, 'Disallow: /last\n'),
        agents: ['FooBot'],
        urls: ['/first', '/middle', '/mid', '/last', '/other'].map(urlOf),
      };
    });
  });
}

/** Comment lines of so many octets in all. */
function comments(octets: number): string {
  const line = `#${'x'.repeat(98)}\n`;
  return line.repeat(Math.floor(octets / line.length)) + '\n'.repeat(octets % line.length);
}

/** Long patterns, long comments and long lines of no meaning. */
function lineSizeCases(): Case[] {
  return LINE_SIZES.flatMap((size) =>
    [-1, 0, 1].flatMap((over) => {
      const long = `/${'a'.repeat(size + over - 1)}`;
      const urls = [long, `${long}b`, long.slice(0, -1), '/b', '/c'].map(urlOf);
      return [
        `User-agent: *\nDisallow: ${long}\nDisallow: /b\n`,
        `User-agent: *\nDisallow: /\nAllow: ${long}\nAllow: /b\n`,
        `User-agent: *\nDisallow: ${long}*$\n#${long}\nDisallow: /b #${long}\nx${long}: /c\nDisallow: ${' '.repeat(size)}/c\n`,
      ].map((text, index) => ({
        name: `line of ${size}${over < 0 ? over : `+${over}`} ${index}`,
        body: bodyOf(text),
        agents: ['FooBot'],
        urls,
      }));
    }),
  );
}

function nameSizeCases(): Case[] {
  return NAME_SIZES.flatMap((size) =>
    [-1, 0, 1].map((over) => {
      const name = 'x'.repeat(size + over);
      return {
        name: `name of ${size + over}`,
        body: bodyOf(`User-agent: ${name}\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n`),
        agents: [name, `${name}y`, name.slice(1)],
        urls: ['/a', '/b'].map(urlOf),
      };
    }),
  );
}

/** Many rules, many groups, many names of one group. */
function ruleCountCases(): Case[] {
  return RULE_COUNTS.flatMap((count) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const urls = ['/0', `/${count - 2}$`, `/${count - 1}`, '/last', '/x'].map(urlOf);
    return [
      ['rules', `User-agent: *\n${numbers.map((n) => `Disallow: /${n}\n`).join('')}Disallow: /last\n`],
      [
        'groups',
        `${numbers.map((n) => `User-agent: Bot${n}\nDisallow: /${n}\n\n`).join('')}User-agent: FooBot\nDisallow: /last\n`,
      ],
      [
        'names',
        `${numbers.map((n) => `User-agent: Bot${n}\n`).join('')}User-agent: FooBot\nDisallow: /last\n`,
      ],
    ].map(([name, text = '']) => ({ name: `${count} ${name}`, body: bodyOf(text), agents: AGENTS, urls }));
  }).concat({
    name: 'blank lines',
    body: bodyOf('\n'.repeat(64 * KIB), 'User-agent: FooBot\n', '\n'.repeat(64 * KIB), 'Disallow: /a\n'),
    agents: AGENTS,
    urls: ['/a', '/b'].map(urlOf),
  });
}
