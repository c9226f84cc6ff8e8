/**
 * Google's own tests of robots.txt, github.com/google/robotstxt-spec-test, as a suite that `robotstream-conform` runs. The repository does not have
 * them: get them from where Google publishes them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the tests in a checkout. */
const TESTS = 'src/main/resources/CTC';

/** One expectation, as a case of the suite under the profile `google`. */
interface GoogleCase {
  readonly id: string;
  readonly robotsBase64: string;
  readonly agents: readonly [string];
  readonly url: string;
  readonly allowed: boolean;
}

/**
 * Writes the tests of a checkout as a suite.
 *
 * @returns how many expectations there are
 */
export function writeGoogleSuite(checkout: string, folder: string): number {
  const root = path.join(checkout, TESTS);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.textproto'))
    .sort();
  const files: object[] = [];
  let count = 0;
  for (const name of names) {
    const section = name.replace(/\.textproto$/, '').replaceAll(path.sep, '-');
    const cases = googleCases(readFileSync(path.join(root, name), 'utf8'), section);
    count += cases.length;
    mkdirSync(path.join(folder, 'google'), { recursive: true });
    const file = `google/${section}.json`;
    writeFileSync(path.join(folder, file), JSON.stringify({ cases: cases.map(suiteCase) }));
    files.push({ path: file, kind: 'matching' });
  }
  writeFileSync(path.join(folder, 'suite.json'), JSON.stringify({ version: 'robotstxt-spec-test', files }));
  return count;
}

function suiteCase(one: GoogleCase): object {
  const source = 'github.com/google/robotstxt-spec-test';
  const facts = {
    section: source,
    requirement: source,
    profile: 'google',
    class: 'required',
    why: 'Google says so.',
  };
  return { ...one, ...facts, line: 0 };
}

/** The expectations of a file, in the text format of Protocol Buffers. */
export function googleCases(text: string, section: string): GoogleCase[] {
  const cases: GoogleCase[] = [];
  let robots: Uint8Array = Buffer.alloc(0);
  let url = '';
  let agent = '';
  for (const [, name, value = ''] of text.replaceAll(/^\s*#.*$/gm, '').matchAll(FIELD)) {
    if (name === 'robotstxt') robots = octetsOf(value);
    else if (name === 'testurl') url = octetsOf(value).toString().replace(ORIGIN, SUITE_ORIGIN);
    else if (name === 'useragent') agent = octetsOf(value).toString();
    else if (name === 'expected_outcome') {
      cases.push({
        id: `${section}-${cases.length + 1}`,
        robotsBase64: Buffer.from(robots).toString('base64'),
        agents: [agent],
        url,
        allowed: value === 'ALLOWED',
      });
    }
  }
  return cases;
}

/** No test is about the site, so all of them are about the suite's: `--site` replaces it. */
const ORIGIN = /^https?:\/\/[^/?#]+/;
const SUITE_ORIGIN = 'https://www.example.com';

/** A field, and its value: a word, or strings that are joined. */
const FIELD = /(\w+):\s*((?:"(?:[^"\\]|\\.)*"\s*)+|\w+)/g;

const ESCAPE = /\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3})|(.))/g;

const CONTROLS: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t' };

/** The octets of strings with the escapes of C. */
function octetsOf(strings: string): Buffer {
  const joined = Buffer.from(
    [...strings.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside]) => inside).join(''),
  );
  const octets = joined
    .toString('latin1')
    .replaceAll(ESCAPE, (_, hex?: string, octal?: string, letter = '') =>
      hex !== undefined || octal !== undefined
        ? String.fromCharCode(Number.parseInt(hex ?? octal ?? '', hex !== undefined ? 16 : 8))
        : (CONTROLS[letter] ?? letter),
    );
  return Buffer.from(octets, 'latin1');
}
