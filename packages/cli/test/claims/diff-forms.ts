/** What `diff` prints about two files, or about one file and two profiles. `site` and `watch` print parts of it. */
import type { ReferenceProfile } from '../../../../test/reference/reference.js';
import { patternFault } from './explanations.js';
import { type Form, type Forms, firstFault, type Said } from './forms.js';
import { NaiveCrawler, type NaiveFile } from './naive-crawler.js';

/** One of the sides that are compared. */
export interface NaiveSide {
  readonly file: NaiveFile;
  /** The profile of all crawlers; absent if each reads by its own. */
  readonly profile?: ReferenceProfile;
}

export interface DiffScope {
  readonly before: NaiveSide;
  readonly after: NaiveSide;
  /** The crawlers that are compared. */
  readonly names: readonly string[];
  /** URLs that tell the files apart. */
  readonly urls: readonly string[];
  /** The crawlers that the last heading names, and how many they are with those that it does not name. */
  named: readonly string[];
  namedCount: number;
  /** How many crawlers of headings with differences there are. */
  differing: number;
  /** The crawlers of all headings. A heading may say that there are others. */
  readonly listed: Set<string>;
  areAllListed: boolean;
  /** The URLs of a list for which a difference was printed. */
  readonly urlsShown: Set<string>;
}

export function diffScope(sides: Pick<DiffScope, 'before' | 'after' | 'names' | 'urls'>): DiffScope {
  return {
    ...sides,
    named: [],
    namedCount: 0,
    differing: 0,
    listed: new Set(),
    areAllListed: true,
    urlsShown: new Set(),
  };
}

/** The names of a heading. */
function namesIn(text: string): { readonly named: readonly string[]; readonly count: number } {
  const [, shown = text, others = '0'] = /^(.*) and ([\d,]+) others?$/.exec(text) ?? [];
  const named = shown.split(', ').map((name) => (name === '* (all others)' ? '*' : name));
  return { named, count: named.length + Number(others.replaceAll(',', '')) };
}

/** Whether a name is printed as it is. */
const isWhole = (name: string): boolean => !/[…\\]/.test(name);

function verdictOn({ file, profile }: NaiveSide, name: string, url: string) {
  return new NaiveCrawler(name, profile).verdict(file, url);
}

/** What is wrong with a side's reason for a verdict about a URL. */
function sideFault(side: NaiveSide, name: string, url: string, said: Said): string | null {
  const { allowed, line, directive } = verdictOn(side, name, url);
  const crawler = new NaiveCrawler(name, side.profile);
  const lines = (said.lines ?? '0').split(', ').map(Number);
  if (!lines.includes(line) && said.more === undefined)
    return `line ${line} decides about ${url} for ${name}`;
  if (line === 0) return allowed === (said.word === 'allowed') ? null : `${url} is not ${said.word}`;
  return firstFault(
    directive !== said.directive && `line ${line} is ${directive}`,
    lines[0] === line && patternFault(said.pattern ?? '', line, { file: side.file, crawler }),
  );
}

const REASON =
  '(?:no rule matches, so it is (?<SIDEword>allowed|disallowed)|lines? (?<SIDElines>\\d+(?:, \\d+)*)(?<SIDEmore> and \\d+ more)?: (?<SIDEdirective>allow|disallow)(?: (?<SIDEpattern>.*))?)\\n';

function reasonOf(sign: string, side: string): string {
  return ` {4}${sign} ${REASON.replaceAll('SIDE', side)}`;
}

function saidOf(said: Said, side: string): Said {
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) =>
      key.startsWith(side) && value !== undefined ? [[key.slice(side.length), value]] : [],
    ),
  );
}

/** A URL that opens or closes for some crawlers. */
function differenceFault(said: Said, named: readonly string[], { before, after }: DiffScope): string | null {
  const { word, url = '' } = said;
  if (!isWhole(url)) return null;
  for (const name of named.filter(isWhole)) {
    const [old, now] = [before, after].map((side) => verdictOn(side, name, url).allowed);
    const fault = firstFault(
      (old !== (word === 'closes') || now !== (word === 'opens')) &&
        `${url} is ${old ? 'allowed' : 'disallowed'} before and ${now ? 'allowed' : 'disallowed'} after for ${name}`,
      sideFault(before, name, url, saidOf(said, 'before')),
      sideFault(after, name, url, saidOf(said, 'after')),
    );
    if (fault !== null) return fault;
  }
  return null;
}

const DIFFERENCE = `(?<word>opens|closes) +(?<url>\\S.*)\\n`;
const REASONS = `${reasonOf('-', 'before')}${reasonOf('\\+', 'after')}`;

/** The lines about crawlers, which `watch` prints, too. */
export const DIFFERENCE_FORMS = {
  difference: {
    lines: new RegExp(` {2}${DIFFERENCE}${REASONS}`),
    check: (said, scope) => {
      if (scope.namedCount > 0) {
        scope.differing += scope.namedCount;
        scope.namedCount = 0;
      }
      return differenceFault(said, scope.named, scope);
    },
  },
  'more differences': {
    lines: / {4}and (?:opens|closes) URLs for \d+ more pairs of rules\n/,
    noClaim: 'It says that differences are not shown.',
  },
  'spellings only': {
    lines: / {2}(?:and )?\d+ rules? differs? only for percent-encoded spellings, such as (?<url>.*)\n/,
    check: ({ url = '' }, { before, after, named }) => {
      const [name = ''] = named;
      if (!isWhole(url) || !isWhole(name)) return null;
      const [old, now] = [before, after].map((side) => verdictOn(side, name, url).allowed);
      return firstFault(old === now && `${url} is the same`, !url.includes('%') && 'it has no escape');
    },
  },
  crawlers: {
    lines: /\n?(?<names>(?!Different for|No difference|There may)\S.*)\n(?= {2})/,
    check: ({ names = '' }, scope) => {
      const { named, count } = namesIn(names);
      scope.named = named;
      scope.namedCount = count;
      for (const name of named) scope.listed.add(name);
      if (count > named.length || !named.every(isWhole)) scope.areAllListed = false;
      const unknown = named.find((name) => isWhole(name) && !scope.names.includes(name));
      return unknown === undefined ? null : `${unknown} is not compared`;
    },
  },
} satisfies Record<string, Form<DiffScope>>;

export const DIFF_FORMS: Forms<DiffScope> = {
  question: {
    lines: /(?! |\n)\S+(?: → \S+)?,? (?:under|as) .*\n/,
    noClaim: 'test/diff.test.ts has the headings; the verdicts below them are checked.',
  },
  'no difference for URLs': {
    lines: /\nNo difference\.\n/,
    check: (_, scope) => differingFault(scope.names, scope),
  },
  'difference for a URL': {
    lines: new RegExp(`\\n {2}${DIFFERENCE} {4}for (?<names>.*)\\n${REASONS}`),
    check: (said, scope) => {
      scope.urlsShown.add(said.url ?? '');
      return firstFault(
        !scope.urls.includes(said.url ?? '') && 'the list does not have it',
        differenceFault(said, namesIn(said.names ?? '').named, scope),
      );
    },
  },
  ...DIFFERENCE_FORMS,
  'no difference': {
    lines: /\nNo difference for (?<count>[\d,]+) crawlers?\.(?<limit> There may be more for .*)?\n/,
    check: ({ count = '', limit }, scope) =>
      firstFault(
        scope.differing > 0 && 'there is one above',
        totalFault(count, scope),
        limit === undefined && differingFault(unlisted(scope), scope),
      ),
  },
  different: {
    lines:
      /\nDifferent for (?<some>[\d,]+) of (?<count>[\d,]+) crawlers?\.(?<limit> There may be more for .*)?\n/,
    check: ({ some = '', count = '', limit }, scope) =>
      firstFault(
        Number(some.replaceAll(',', '')) !== scope.differing && `${scope.differing} are listed`,
        totalFault(count, scope),
        limit === undefined && differingFault(unlisted(scope), scope),
      ),
  },
};

function totalFault(count: string, { names }: DiffScope): string | null {
  return Number(count.replaceAll(',', '')) === names.length ? null : `${names.length} are compared`;
}

function unlisted({ names, listed, areAllListed }: DiffScope): readonly string[] {
  return areAllListed ? names.filter((name) => !listed.has(name)) : [];
}

/** How many crawlers and URLs are tried for a difference that was not printed. */
const MAX_NAMES = 12;
const MAX_URLS = 60;

/** A difference for crawlers that are said to have none. */
export function differingFault(
  names: readonly string[],
  { before, after, urls }: Pick<DiffScope, 'before' | 'after' | 'urls'>,
): string | null {
  for (const name of names.filter(isWhole).slice(0, MAX_NAMES)) {
    for (const url of urls.slice(0, MAX_URLS)) {
      const [old, now] = [before, after].map((side) => verdictOn(side, name, url).allowed);
      if (old !== now) return `${name} may ${now ? '' : 'not '}fetch ${url} after`;
    }
  }
  return null;
}
