/**
 * Incidents that are planted into real files. Each says what the site answers afterwards, and which kinds of event are right. One that would
 * change nothing is not planted: `isIncident` asks the matcher, one URL at a time, and knows nothing of comparisons.
 */
import { callerNamed } from '../../../../../src/crawlers/caller.js';
import { parseSync } from '../../../../../src/index.js';
import type { Random } from './random.js';

/** What a site answers. */
export interface Planted {
  readonly status?: number;
  readonly body: Buffer;
  /** Redirects to another host that answers the body. */
  readonly redirects?: boolean;
  /** Ends the connection before the end of the body, or before any of it. */
  readonly breaks?: boolean;
}

export interface IncidentKind {
  readonly name: string;
  /** The events of which one must be told. */
  readonly expected: readonly string[];
  /** Null if the file does not suit it. */
  plant(file: Buffer, random: Random): Planted | null;
}

const CHANGES = ['closes-everything', 'closes', 'opens', 'opens-and-closes', 'prepended', 'empty', 'cut-off'];
const CLOSED = 'User-agent: *\nDisallow: /\n';

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body><p>Checking your browser</p></body></html>\n';

/** As content networks put it before the file of their customers. */
const MANAGED = `# BEGIN managed content

User-agent: Amazonbot
Disallow: /

User-agent: Bytespider
Disallow: /

User-agent: GPTBot
Disallow: /

# END managed content

`;

/** Crawlers that the incidents are asked about, beside those of the file. */
const ASKED = ['Googlebot', 'bingbot', 'GPTBot', 'Amazonbot', 'FooBot'];

const text = (file: Buffer): string => file.toString('latin1');
const octets = (content: string): Buffer => Buffer.from(content, 'latin1');

/** How many paths and crawlers are asked about. An incident that only others show is not planted. */
const MAX_PATHS = 120;
const MAX_CRAWLERS = 12;

/** The origin of all URLs that are judged. A path that begins with two slashes is no URL by itself. */
const HOST = 'http://host';

/** The paths that the rules of a file are about. */
function pathsOf(file: string): readonly string[] {
  const paths = Array.from(file.matchAll(/^\s*(?:dis)?allow\s*:\s*(\/[^\s#]*)/gim), ([, path = '']) =>
    path.replace(/\$$/, '').replaceAll('*', 'x'),
  );
  return [...new Set(['/', '/x', ...paths, ...paths.map((path) => `${path}x`)])].slice(0, MAX_PATHS);
}

function crawlersOf(file: string): readonly string[] {
  const named = Array.from(file.matchAll(/^\s*user-agent\s*:\s*([a-z_-]+)/gim), ([, name = '']) => name);
  return [...new Set([...ASKED, ...named])].slice(0, MAX_CRAWLERS);
}

/** Whether a crawler may fetch another set of the URLs that the two files are about. */
function isIncident(before: Buffer, after: Buffer): boolean {
  const [old, now] = [parseSync(before), parseSync(after)];
  const paths = [...pathsOf(text(before)), ...pathsOf(text(after))];
  const names = [...new Set([...crawlersOf(text(before)), ...crawlersOf(text(after))])].map(callerNamed);
  const [ones, others] = [old.matchers(names), now.matchers(names)];
  return ones.some((one, i) =>
    paths.some((path) => one.isAllowed(HOST + path) !== others[i]?.isAllowed(HOST + path)),
  );
}

/** An incident that replaces the file. */
function edited(
  name: string,
  expected: readonly string[],
  edit: (file: string, random: Random) => string | null,
): IncidentKind {
  return {
    name,
    expected,
    plant: (file, random) => {
      const made = edit(text(file), random);
      if (made === null) return null;
      const body = octets(made);
      return isIncident(file, body) ? { body } : null;
    },
  };
}

function rulesOf(file: string): readonly RegExpExecArray[] {
  return [...file.matchAll(/^\s*(?:dis)?allow\s*:\s*\/[^\r\n]*(?:\r\n|\n|\r|$)/gim)];
}

function without(file: string, { index, 0: line }: RegExpExecArray): string {
  return file.slice(0, index) + file.slice(index + line.length);
}

export const INCIDENTS: readonly IncidentKind[] = [
  edited('the robots.txt of staging', CHANGES, () => CLOSED),
  edited('"Disallow: /" for all at the end', CHANGES, (file) => `${file}\n\n${CLOSED}`),
  edited('text of a content network before the file', CHANGES, (file) => `${MANAGED}${file}`),
  edited('a rule is lost', CHANGES, (file, random) => {
    const rules = rulesOf(file);
    return rules.length === 0 ? null : without(file, random.pick(rules));
  }),
  edited('a rule becomes wider', CHANGES, (file, random) => {
    const rules = rulesOf(file).filter(([line]) => /disallow\s*:\s*\/\w{3}/i.test(line));
    if (rules.length === 0) return null;
    const { index, 0: line } = random.pick(rules);
    return file.slice(0, index) + line.replace(/(:\s*\/\w)[^\r\n]*/, '$1') + file.slice(index + line.length);
  }),
  edited('line ends are lost', CHANGES, (file) => file.replaceAll(/[\r\n]+/g, ' ')),
  edited('the file is cut off', CHANGES, (file, random) =>
    file.length < 40 ? null : file.slice(0, Math.floor(file.length * (0.2 + random.below(60) / 100))),
  ),
  edited('a group gets the name of all', CHANGES, (file) =>
    file.replace(/^(\s*user-agent\s*:\s*)(?!\*)[^\r\n]*/im, '$1*'),
  ),
  { name: 'an HTML page', expected: ['not-a-robots-txt'], plant: () => ({ body: Buffer.from(PAGE) }) },
  {
    name: 'UTF-16',
    expected: ['not-a-robots-txt'],
    plant: (file) => ({ body: Buffer.from(`\ufeff${text(file)}`, 'utf16le') }),
  },
  {
    name: 'compressed twice',
    expected: ['not-a-robots-txt'],
    plant: () => ({ body: Buffer.from('\x1f\x8b\x08\0\0\0\0\0\0\x03', 'latin1') }),
  },
  { name: 'an empty file', expected: ['empty'], plant: () => ({ body: Buffer.alloc(0) }) },
  { name: 'status 404', expected: ['missing'], plant: () => ({ status: 404, body: Buffer.from(PAGE) }) },
  { name: 'status 403', expected: ['missing'], plant: () => ({ status: 403, body: Buffer.from(PAGE) }) },
  { name: 'status 500', expected: ['unreachable'], plant: () => ({ status: 500, body: Buffer.from(PAGE) }) },
  { name: 'status 503', expected: ['unreachable'], plant: () => ({ status: 503, body: Buffer.alloc(0) }) },
  {
    name: 'a body that ends early',
    expected: ['unreachable'],
    plant: (file) => ({ body: file, breaks: true }),
  },
  {
    name: 'a connection that is closed',
    expected: ['unreachable'],
    plant: () => ({ status: 0, body: Buffer.alloc(0), breaks: true }),
  },
  {
    name: 'a redirect to another host',
    expected: ['other-host'],
    plant: (body) => ({ body, redirects: true }),
  },
];
