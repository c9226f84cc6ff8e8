/**
 * The questions of a survey about every capture: as options, and as plain data that can be sent to a worker.
 */

import { type AnyProfile, type Caller, PROFILES, type Profile } from 'robotstream';
import {
  aBoolean,
  anArray,
  aString,
  callersFor,
  checkedElsewhere,
  isPath,
  misshapen,
  type OptionCheck,
  oneOf,
  readingOf,
  resolveProfile,
  shown,
} from 'robotstream/internal';
import type { ReaderName } from 'robotstream/readers';
import { aTable, type TableName } from './tables.js';

/** The largest values that the options of a survey may have. */
export const SURVEY_LIMITS = {
  /** How many inputs are read at the same time: `jobs`. */
  jobs: 1024,
  /** How many requests a host gets each second: `ratePerHost`. */
  ratePerHost: 1_000_000,
} as const;

/** The kinds of {@link SiteKind}. */
export const SITE_KINDS = ['host', 'domain'] as const;

/** What a site is: the host of its URL, or its registrable domain. */
export type SiteKind = (typeof SITE_KINDS)[number];

/** What a survey asks of every capture. */
export interface SurveyOptions {
  /**
   * The crawlers, each judged by itself: product tokens, lists of tokens that one crawler obeys together, or crawlers of the registry,
   * such as `{ crawler: 'Googlebot-News' }`. Default `*`: any crawler that no group names.
   */
  readonly agents?: readonly Caller[] | undefined;
  /** The paths to judge, each beginning with `/`; default `/`. */
  readonly paths?: readonly string[] | undefined;
  /**
   * The name of the profile to judge by; by default each crawler of the registry is judged by its own, and product tokens by `rfc9309`.
   * The names of readers, such as `python-3.11`, are accepted once `robotstream/readers` is imported.
   */
  readonly profile?: Extract<AnyProfile, string> | undefined;
  /** The tables to make; default `verdicts`. Faults are always reported. */
  readonly tables?: readonly TableName[] | undefined;
  /** Whether captures of URLs other than `/robots.txt` are read as robots.txt files, too; default false. The table `pages` is of the others, whatever this says. */
  readonly all?: boolean | undefined;
  /**
   * The name of a text with a site in each line, which may be compressed: only captures of these sites are surveyed. Empty lines, and lines that begin with
   * `#`, are left out. A list of a million sites takes 130 MiB of memory in each job, at most. Captures of other sites
   * have no rows, so that redirects to them stay without an answer. Default all sites.
   */
  readonly sites?: string | undefined;
  /**
   * What the sites of the list are: `'host'`, the host of the URL without `www.`, or `'domain'`, its registrable domain by the Public Suffix List of the
   * package `tldts`. Default `'host'`.
   */
  readonly by?: SiteKind | undefined;
}

/** The value is the name of a file. */
const aFile: OptionCheck = (value, name) => {
  aString(value, name);
  if (value === '') throw misshapen(value, name, 'the name of a file');
};

/** The options about one capture. */
export const CAPTURE_OPTIONS = {
  agents: anArray,
  paths: anArray,
  profile: checkedElsewhere,
  tables: anArray,
  all: aBoolean,
};

export const SURVEY_OPTIONS = {
  ...CAPTURE_OPTIONS,
  sites: aFile,
  by: oneOf(...SITE_KINDS),
};

/** The value is an array of strings. Unlike an option, it must be given. */
export const aListOfNames: OptionCheck = (value, name) => {
  anArray(value, name);
  for (const [i, item] of (value as readonly unknown[]).entries()) aString(item, `${name}[${i}]`);
};

/** The value is the path of a folder. Unlike an option, it must be given. */
export const aFolder: OptionCheck = (value, name) => {
  if (typeof value !== 'string' || value === '') throw misshapen(value, name, 'the path of a folder');
};

/** Options with defaults filled in, as plain data. */
export interface SurveyQuestions {
  readonly agents: readonly Caller[];
  readonly paths: readonly string[];
  /** Null if each crawler is judged by its own. */
  readonly profile: Extract<AnyProfile, string> | null;
  readonly tables: readonly TableName[];
  readonly all: boolean;
  /** The list of the sites that are surveyed; missing if all are. */
  readonly sites?: ListedSites | undefined;
}

/** A list of sites, as plain data. */
export interface ListedSites {
  /** The name of the file. */
  readonly file: string;
  readonly by: SiteKind;
  /** The SHA-256 of the file as it is stored, in hexadecimal digits. */
  readonly digest: string;
  /** How many sites it has, each counted once. */
  readonly count: number;
}

const ANY_CRAWLER = '*';

/**
 * Checks what options have, which are checked by {@link SURVEY_OPTIONS} already, and fills in defaults.
 *
 * @param sites the list that the options name
 * @throws {TypeError} if an option is not as documented
 */
export function questionsOf(options: SurveyOptions, sites?: ListedSites): SurveyQuestions {
  const { agents = [ANY_CRAWLER], paths = ['/'], profile, all = false } = options;
  const tables = options.tables ?? ['verdicts'];
  if (options.by !== undefined && options.sites === undefined)
    throw new TypeError(`by is ${shown(options.by)}, and sites is not given; the name of a list is expected`);
  for (const agent of agents) {
    callersFor(agent);
    resolveProfile(readingOf(agent, undefined));
  }
  for (const [i, path] of paths.entries()) {
    if (typeof path !== 'string' || !isPath(path))
      throw misshapen(path, `paths[${i}]`, 'a path that begins with a single "/"');
  }
  for (const [i, table] of tables.entries()) aTable(table, `tables[${i}]`);
  resolveProfile(profile);
  const questions = {
    agents: [...agents],
    paths: [...paths],
    profile: profile ?? null,
    tables: [...tables],
    all,
  };
  return sites === undefined ? questions : { ...questions, sites };
}

/** The questions without the name of the list of sites: the same list gives the same survey, wherever it is. */
export function withoutFile(questions: SurveyQuestions): QuestionFacts {
  const { sites } = questions;
  if (sites === undefined) return questions as QuestionFacts;
  const { by, digest, count } = sites;
  return { ...questions, sites: { by, digest, count } };
}

/** What a survey is made with, as its folder records it. */
export type QuestionFacts = Omit<SurveyQuestions, 'sites'> & {
  readonly sites?: Omit<ListedSites, 'file'> | undefined;
};

/** Whether captures of URLs other than `/robots.txt` are read. */
export function readsEveryUrl({ all, tables }: SurveyQuestions): boolean {
  return all || tables.includes('pages');
}

/**
 * The profile of a survey; undefined if each crawler is judged by its own. If it is a reader, the readers are loaded here, because a thread that
 * makes parts, does not have the imports of the program that asks.
 */
export async function profileOf({ profile }: Pick<SurveyQuestions, 'profile'>): Promise<Profile | undefined> {
  if (profile === null) return undefined;
  if (Object.hasOwn(PROFILES, profile)) return resolveProfile(profile);
  const { READERS } = await import('robotstream/readers');
  return resolveProfile(READERS[profile as ReaderName] ?? profile);
}

/** What a crawler is called in the tables. */
export function nameOf(caller: Caller): string {
  if (typeof caller === 'string') return caller;
  if (!('crawler' in caller)) return caller.join(' ');
  return typeof caller.crawler === 'string' ? caller.crawler : (caller.crawler.tokens[0] as string);
}
