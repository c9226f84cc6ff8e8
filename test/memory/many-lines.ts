/** Files of many lines that are hard on code which looks at each line for each line. */
import { utf8 } from '../support/octets.js';

type Repeated = (line: (index: number) => string) => string;

const FAMILIES: { readonly [name: string]: (repeated: Repeated) => string } = {
  'user-agent lines, then rules': (repeated) =>
    `${repeated((i) => `user-agent: a${i}`)}\n${repeated((i) => `disallow: /${i}`)}\n`,
  groups: (repeated) => repeated((i) => `user-agent: a${i}\ndisallow: /${i}`),
  'user-agent lines and extensions in turn': (repeated) =>
    repeated((i) => `user-agent: a\ncrawl-delay: soon${i}`),
  'groups of one name': (repeated) => repeated((i) => `user-agent: a\ndisallow: /${i}`),
  'rules before any user-agent line': (repeated) => repeated((i) => `disallow: /${i}`),
  records: (repeated) => repeated((i) => `x${i}: ${i}`),
  comments: (repeated) => repeated((i) => `# ${i}`),
  'lines of one octet': (repeated) => repeated(() => 'a'),
  'blank lines and rules in turn': (repeated) => `user-agent: a\n${repeated((i) => `\ndisallow: /${i}`)}`,
};

export const NAMES_OF_MANY = Object.keys(FAMILIES);

/** The file of a name, with so many lines or pairs of lines. */
export function manyLines(name: string, lines: number): Uint8Array {
  const text = FAMILIES[name]?.((line) => Array.from({ length: lines }, (_, i) => line(i)).join('\n'));
  if (text === undefined) throw new Error(`no such file: ${name}`);
  return utf8(text);
}
