/** Files of 500 KiB, the most that the page reads, which are made to be slow, and one that is not. */

const FILE_OCTETS = 500 * 1024;

/** A text repeated to the size of a file. */
function filled(text: string): string {
  return text.repeat(Math.floor(FILE_OCTETS / text.length));
}

/** An ordinary file of the same size: 20,000 rules. */
export const ORDINARY_FILE = `User-agent: *\n${Array.from({ length: 20_000 }, (_, i) => `Disallow: /section/${i}/\n`).join('')}`;

export const HOSTILE_FILES: readonly (readonly [name: string, file: string])[] = [
  ['one pattern of wildcards', `User-agent: *\nDisallow: /${filled('*a')}`],
  ['many patterns of wildcards', `User-agent: *\n${filled(`Disallow: /${'*a'.repeat(500)}$\n`)}`],
  ['short patterns of wildcards', `User-agent: *\n${filled('Disallow: /*a*a*a*b\n')}`],
  ['HTML', `<!doctype html>\n${filled('<p class="a">User-agent: * Disallow: /</p>\n')}`],
  ['NUL', filled('\0')],
  ['one line', `Disallow: /${filled('a')}`],
  ['lines without text', filled('\r')],
  ['a group for each line', filled('User-agent: a\nDisallow: /\n')],
  ['user-agent lines alone', filled('User-agent: Googlebot\n')],
];
