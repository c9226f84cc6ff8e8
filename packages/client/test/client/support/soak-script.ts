/**
 * Tens of thousands of sites on loopback, each of which has a robots.txt or fails in its own way: what each does, and what a
 * crawler must conclude, derived by hand from RFC 9309 §2.3 and not by the code under test.
 */

/** What a site does when it is asked for its robots.txt. */
export type SiteBehaviour = (typeof BEHAVIOURS)[number] | 'silent';

const BEHAVIOURS = [
  'file',
  'file-in-pieces',
  'file-gzipped',
  'file-of-latin-1',
  'file-over-the-limit',
  'file-empty',
  'file-for-others',
  'redirect-1',
  'redirect-5',
  'redirect-6',
  'redirect-loop',
  'status-401',
  'status-403',
  'status-404',
  'status-410',
  'status-429',
  'status-304',
  'status-500',
  'status-503',
  'reset-before-headers',
  'reset-in-body',
  'body-shorter-than-said',
  'gzip-cut',
  'no-http',
  'location-missing',
  'nobody-there',
] as const;

/** One site in this many never answers, whatever its behaviour. They are few, since each takes a whole time limit. */
const SILENT_EVERY = 10_000;
const FIRST_SILENT = 17;

export function behaviourOf(index: number): SiteBehaviour {
  return index % SILENT_EVERY === FIRST_SILENT ? 'silent' : BEHAVIOURS[index % BEHAVIOURS.length];
}

/** The address of a site: 127.1.0.0 and up, all of them loopback on Linux. */
export function addressOf(index: number): string {
  return `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
}

export function indexOf(address: string): number {
  const [, a = 0, b = 0, c = 0] = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number);
  return ((a - 1) << 16) | (b << 8) | c;
}

/** The rules of a site that has some. */
export function fileOf(index: number): string {
  return `# ${index}\nUser-agent: *\nDisallow: /private-${index}\nAllow: /private-${index}/but\n`;
}

/** Paths that a crawler asks about, and whether it may fetch them. */
export function expectationsOf(index: number): readonly (readonly [path: string, allowed: boolean])[] {
  const paths = ['/public', `/private-${index}/page`, `/private-${index}/but/this`, '/robots.txt'];
  const answers = ANSWERS[meaningOf(behaviourOf(index))];
  return paths.map((path, i) => [path, answers[i]]);
}

const ANSWERS = {
  rules: [true, false, true, true],
  'allow-all': [true, true, true, true],
  'disallow-all': [false, false, false, true],
} as const;

function meaningOf(behaviour: SiteBehaviour): keyof typeof ANSWERS {
  switch (behaviour) {
    case 'file':
    case 'file-in-pieces':
    case 'file-gzipped':
    case 'file-of-latin-1':
    case 'file-over-the-limit':
    case 'redirect-1':
    case 'redirect-5':
      return 'rules';
    case 'file-empty':
    case 'file-for-others':
    case 'redirect-6':
    case 'redirect-loop':
    case 'status-401':
    case 'status-403':
    case 'status-404':
    case 'status-410':
    case 'status-429':
      return 'allow-all';
    default:
      return 'disallow-all';
  }
}
