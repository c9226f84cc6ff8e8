/** What `check`, `fetch`, `site` and `watch` print about files that they fetch. */
import { type AccessMeaning, accessOf, fileKind, type ProfileName, parseSync } from 'robotstream';
import { DIFF_FORMS, DIFFERENCE_FORMS, type DiffScope, differingFault } from './diff-forms.js';
import { type Forms, firstFault } from './forms.js';
import { NaiveCrawler, type NaiveFile } from './naive-crawler.js';

/** A site that answers with a status, and with a file if that is 200. */
export interface FetchScope {
  readonly status: number;
  readonly file: NaiveFile;
  readonly agents: readonly string[];
}

const MEANINGS: { readonly [words: string]: AccessMeaning } = {
  'the rules of the file apply': 'rules',
  'everything is allowed': 'allow-all',
  'nothing is allowed': 'disallow-all',
  'nothing is allowed for now; try again later': 'defer',
};

const MEANING = `(?<words>${Object.keys(MEANINGS).join('|')})`;

/** What a status means to a crawler, by its own profile. */
function meaningFor(agent: string, status: number): AccessMeaning {
  return accessOf(status, new NaiveCrawler(agent).profile).meaning;
}

export const FETCH_FORMS: Forms<FetchScope> = {
  heading: { lines: /http\S+\/robots\.txt, (?:under|as) .*\n/, noClaim: 'It is the URL.' },
  outcome: {
    lines: /\s+outcome +(?<outcome>\w+)\n/,
    check: ({ outcome }, { status, agents }) => {
      const [profile = 'rfc9309'] = [...new Set(agents.map((agent) => new NaiveCrawler(agent).profile))];
      const own = accessOf(status, agents.length === 1 ? profile : 'rfc9309').outcome;
      return own === outcome ? null : `it is ${own}`;
    },
  },
  'meaning for some': {
    lines: new RegExp(` +${MEANING}, as (?<names>.*) reads? it: (?<profile>\\S+)\\n`),
    check: ({ words = '', names = '', profile = '' }, { status }) => {
      const wrong = names.split(', ').find((name) => meaningFor(name, status) !== MEANINGS[words]);
      const meaning = accessOf(status, profile as ProfileName).meaning;
      return firstFault(
        wrong !== undefined && `for ${wrong}, it is ${meaningFor(wrong, status)}`,
        meaning !== MEANINGS[words] && `under ${profile}, it is ${meaning}`,
      );
    },
  },
  meaning: {
    lines: new RegExp(` +meaning +${MEANING}\\n`),
    check: ({ words = '' }, { status, agents }) => {
      const meanings =
        agents.length === 1 ? agents.map((agent) => meaningFor(agent, status)) : [accessOf(status).meaning];
      return meanings.every((one) => one === MEANINGS[words]) ? null : `it is ${meanings}`;
    },
  },
  status: {
    lines: / +status +(?<said>\d+)\n/,
    check: ({ said }, { status }) => (Number(said) === status ? null : `it is ${status}`),
  },
  file: {
    lines:
      / +file +(?<octets>[\d,]+) octets?, (?<lines>[\d,]+) lines?, (?<groups>[\d,]+) groups?, (?<sitemaps>[\d,]+) sitemaps?\n/,
    check: ({ octets, groups }, { file }) =>
      firstFault(
        numberOf(octets) !== file.octets.length && `it has ${file.octets.length} octets`,
        numberOf(groups) !== file.groupsUnder('rfc9309').length && 'it has other groups',
      ),
  },
  'lint and notes': {
    lines: / +(?:.*see robotstream lint .*|note .*)\n/,
    noClaim: 'check-forms.ts has the line about the lint; the note is about User-Agent headers.',
  },
  'how it was fetched': {
    lines: / +(?:timings|headers|retry|user-agent|redirects|fault)? +(?!the rules|everything|nothing).*\n/,
    noClaim: 'It says nothing about verdicts.',
  },
};

/** What an address with a status means. Redirects that lead nowhere count as a missing file (RFC 9309 §2.3.1.2). */
function meaningOf(status: number): AccessMeaning {
  return status >= 300 && status < 400 ? 'allow-all' : accessOf(status).meaning;
}

/** Two addresses of a site. */
export interface SiteScope extends DiffScope {
  readonly statuses: readonly [number, number];
  /** Whether `--agent` names the crawlers. */
  readonly areGiven: boolean;
}

export const SITE_FORMS: Forms<SiteScope> = {
  headings: { lines: /address +status +file.*\n/, noClaim: 'The rows below it are checked.' },
  address: {
    lines: /http\S+ +(?:\d+ )*(?<status>\d+)(?: +(?<file>[A-Z]|none))?(?: +http\S+)?\n/,
    check: ({ status, file }, { statuses }) => {
      const meaning = meaningOf(Number(status));
      const expected = { rules: /^[A-Z]$/, 'allow-all': /^none$/ }[meaning as string] ?? /^$/;
      return firstFault(
        !statuses.includes(Number(status)) && 'no address has this status',
        !expected.test(file ?? '') && `it means ${meaning}`,
      );
    },
  },
  file: {
    lines: /\n?[A-Z]: http\S+, (?<octets>[\d,]+) octets?, (?<groups>[\d,]+) groups?, [\d,]+ sitemaps?\n/,
    check: ({ octets, groups }, { before, after }) => {
      const isOne = [before, after].some(
        ({ file }) =>
          file.octets.length === numberOf(octets) && file.groupsUnder('rfc9309').length === numberOf(groups),
      );
      return isOne ? null : 'no file is like this';
    },
  },
  'no file': {
    lines: /\n?none: there is no robots\.txt, so everything is allowed\n/,
    check: (_, { statuses }) =>
      statuses.some((status) => meaningOf(status) === 'allow-all') ? null : 'each address has a file',
  },
  'equal files': {
    lines:
      /(?<how>They differ only as text|They are the same): (?<who>every crawler|each of these crawlers) may fetch the same URLs\.\n/,
    check: ({ who }, scope) =>
      firstFault(
        (who === 'every crawler') === scope.areGiven && 'other crawlers are compared',
        differingFault(scope.names, scope),
      ),
  },
  unreachable: {
    lines: /\n?http\S+: its robots\.txt is unreachable: \S+ answered (?<status>\d+)\n/,
    check: ({ status }, { statuses }) =>
      firstFault(
        !statuses.includes(Number(status)) && 'no address has this status',
        accessOf(Number(status)).outcome !== 'unreachable' && 'the status means something else',
      ),
  },
  'redirects that fail': {
    lines: /\n?http\S+: its redirects lead to no robots\.txt, so everything is allowed: .*\n/,
    check: (_, { statuses }) =>
      statuses.some((status) => status >= 300 && meaningOf(status) === 'allow-all')
        ? null
        : 'no address redirects',
  },
  'another kind of file': {
    lines: /\n?http\S+: it is (?<what>.*), not a robots\.txt\n/,
    check: (_, { before, after }) =>
      [before, after].some(({ file }) => fileKind(file.octets) !== undefined) ? null : 'it is one',
  },
  'rules differ': {
    lines: /\n?http\S+: (?:its rules|it has no file, so its rules) differ from those of http\S+\n/,
    check: (_, scope) => (scope.differing > 0 ? null : 'no difference is shown'),
  },
  'no finding': { lines: /\n?Nothing is wrong\.\n/, check: (_, scope) => differingFault(scope.names, scope) },
  findings: { lines: /\n?\d+ findings?\.\n/, noClaim: 'It counts the lines above.' },
  ...(DIFF_FORMS as Forms<SiteScope>),
  'end of a part': { lines: /\n/, noClaim: 'A blank line.' },
};

/** Two versions of a file that `watch` has seen. */
export interface WatchScope extends DiffScope {
  /** The status of the second answer. */
  readonly status: number;
}

const NAMES = '(?<names>\\S.*)';

/** The names of a title that are printed. */
function namesOf(text = ''): readonly string[] {
  const [shown = ''] = text.split(/ and [\d,]+ others?$/);
  return shown
    .split(', ')
    .filter((name) => !/[…\\]/.test(name))
    .map((name) => (name === '* (all others)' ? '*' : name));
}

function moveFault(word: 'opens' | 'closes', path: string, names: string, scope: WatchScope): string | null {
  const [name = '*'] = namesOf(names);
  if (path.endsWith('…')) return null;
  const [old, now] = [scope.before, scope.after].map(
    ({ file }) => new NaiveCrawler(name).verdict(file, path).allowed,
  );
  return old === (word === 'closes') && now === (word === 'opens')
    ? null
    : `${path} is not ${word} for ${name}`;
}

const MORE = '(?: and [\\d,]+ more paths?)?';

/** The titles of events, each with the kind of its event. */
export const TITLE_FORMS = {
  'closes-everything': {
    lines: new RegExp(`the whole site is closed for ${NAMES}\\n`),
    check: ({ names }, { after, urls }) => {
      for (const name of namesOf(names)) {
        const crawler = new NaiveCrawler(name);
        const open = urls.find((url) => {
          const { allowed, reason } = crawler.verdict(after.file, url);
          return allowed && reason !== 'robots-txt';
        });
        if (open !== undefined) return `${name} may fetch ${open}`;
      }
      return null;
    },
  },
  'opens-and-closes': {
    lines: new RegExp(
      `closes (?<closed>\\S+)${MORE} for (?<closing>\\S.*), and opens (?<opened>\\S+)${MORE} for (?<opening>\\S.*)\\n`,
    ),
    check: ({ closed = '', closing = '', opened = '', opening = '' }, scope) =>
      firstFault(moveFault('closes', closed, closing, scope), moveFault('opens', opened, opening, scope)),
  },
  closes: {
    lines: new RegExp(`closes (?<path>\\S+)${MORE} for ${NAMES}\\n`),
    check: ({ path = '', names = '' }, scope) => moveFault('closes', path, names, scope),
  },
  opens: {
    lines: new RegExp(`opens (?<path>\\S+)${MORE} for ${NAMES}\\n`),
    check: ({ path = '', names = '' }, scope) => moveFault('opens', path, names, scope),
  },
  missing: {
    lines: /there is no robots\.txt any more, so everything is allowed\n/,
    check: (_, { status }) => (accessOf(status).meaning === 'allow-all' ? null : 'it means something else'),
  },
  appeared: {
    lines: /there is now a robots\.txt, which changes nothing for crawlers\n/,
    check: (_, scope) => differingFault(scope.names, scope),
  },
  empty: {
    lines: /the robots\.txt has no rules any more, so everything is allowed\n/,
    check: (_, { after }) => (after.file.groupsUnder('rfc9309').length === 0 ? null : 'it has a group'),
  },
  'cut-off': {
    lines: /the robots\.txt ends too early: it has (?<now>\d+) of (?<old>\d+) octets\n/,
    check: ({ now, old }, { before, after }) =>
      before.file.octets.length === Number(old) && after.file.octets.length === Number(now)
        ? null
        : 'the sizes are others',
  },
  prepended: {
    lines: /there are (?<added>\d+) new octets before the file: (?=the whole|closes|opens)/,
    check: ({ added }, { before, after }) =>
      after.file.octets.length - before.file.octets.length === Number(added) ? null : 'it is another number',
  },
  'not-a-robots-txt': {
    lines: /the robots\.txt is a page or another kind of file\n/,
    check: (_, { after }) => (fileKind(after.file.octets) !== undefined ? null : 'it is a robots.txt'),
  },
  unreachable: {
    lines: /the robots\.txt is unreachable: [\w-]+: \S+ answered (?<said>\d+)\n/,
    check: ({ said }, { status }) =>
      Number(said) === status && accessOf(status).outcome === 'unreachable' ? null : 'it is reachable',
  },
  recovered: {
    lines: /the robots\.txt is back: status \d+\n/,
    check: (_, { status }) => (status < 500 ? null : 'it is not'),
  },
  'other-host': {
    lines: /the robots\.txt now comes from \S+ instead of \S+\n/,
    noClaim: 'It is about hosts.',
  },
  delay: {
    lines: new RegExp(
      `the crawl delay changes from (?<old>\\S+)(?: s)? to (?<now>\\S+)(?: s)? for ${NAMES}\\n`,
    ),
    check: ({ old, now, names }, { before, after }) => {
      for (const name of namesOf(names)) {
        const { profile } = new NaiveCrawler(name);
        const [was, is] = [before, after].map(({ file }) =>
          String(parseSync(file.octets).crawlDelay(name, { profile }) ?? 'none'),
        );
        if (was !== old || is !== now) return `for ${name}, from ${was} to ${is}`;
      }
      return null;
    },
  },
  usage: {
    lines: new RegExp(`the usage preferences change from (?<old>.*?) to (?<now>.*?) for ${NAMES}\\n`),
    check: ({ old, now }) => (old !== now ? null : 'they do not change'),
  },
  sitemaps: {
    lines: /(?<count>\d+) sitemaps? (?:is|are) no longer named\n/,
    check: ({ count }, { before, after }) => {
      const [old, left] = [before, after].map(({ file }) =>
        parseSync(file.octets).sitemaps.map(({ url }) => url),
      ) as [string[], string[]];
      const gone = new Set(old.filter((url) => !left.includes(url)));
      return gone.size === Number(count) ? null : `${gone.size} are gone`;
    },
  },
  uncertain: {
    lines: /the file has changed, but is too large or names too many crawlers to tell what that changes\n/,
    noClaim: 'It says that nothing is known.',
  },
  'guard-broken': {
    lines: /expectation not met: (?<word>allow|disallow) (?<url>\S+) for (?<agent>\S+)\n/,
    check: ({ word, url = '', agent = '' }, { after }) =>
      new NaiveCrawler(agent).verdict(after.file, url).allowed === (word === 'allow') ? 'it is met' : null,
  },
  'guard-kept': {
    lines: /expectation met again: (?<word>allow|disallow) (?<url>\S+) for (?<agent>\S+)\n/,
    check: ({ word, url = '', agent = '' }, { after }) =>
      new NaiveCrawler(agent).verdict(after.file, url).allowed === (word === 'allow')
        ? null
        : 'it is not met',
  },
} satisfies Forms<WatchScope>;

/** The lines below a title: the comparison, or another title. */
export const DETAIL_FORMS: Forms<WatchScope> = {
  ...(TITLE_FORMS as Forms<WatchScope>),
  verdict: { lines: /(?:Allowed|Disallowed): .*\n/, noClaim: 'explanations.ts has the forms of verdicts.' },
  sitemap: { lines: /https?:\/\/\S+\n/, noClaim: 'It is a URL.' },
  'more lines': { lines: /and [\d,]+ lines? more\n/, noClaim: 'It says that lines are not shown.' },
  ...(DIFFERENCE_FORMS as Forms<WatchScope>),
};

function numberOf(text = ''): number {
  return Number(text.replaceAll(',', ''));
}
