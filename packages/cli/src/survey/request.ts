/**
 * The request of a `survey` command line.
 */
import {
  FORMATS,
  type InputOptions,
  type PartFormat,
  RESERVED_HEADERS,
  SITE_KINDS,
  SURVEY_LIMITS,
  type SurveyOptions,
  TABLES,
  type TableName,
} from '@robotstream/survey';
import { CRAWLER_SETS, type CrawlerSet, crawlersOf } from 'robotstream/crawlers';
import { callerNamed } from 'robotstream/crawlers/internal';
import type { Arguments, OptionTable } from '../../../command-line/src/arguments.js';
import type { CommandContext } from '../../../command-line/src/command.js';
import { UsageError } from '../../../command-line/src/exit.js';
import { choiceNamed, choiceOf, wholeNumberOf } from '../../../command-line/src/option-values.js';
import { inputOf, MAX_LIST_OCTETS, wholeInput } from '../input.js';
import { givenUserAgentOf } from '../network-options.js';
import { decompressed } from '../opened-lists.js';
import { agentsOf, givenProfileOf, READING_OPTION } from '../options.js';

export interface SurveyRequest {
  readonly inputs: readonly string[];
  readonly format: PartFormat | undefined;
  readonly tables: readonly TableName[];
  readonly questions: Pick<SurveyOptions, 'agents' | 'paths' | 'profile' | 'all' | 'sites' | 'by'>;
  /** The folder for the parts; undefined to print rows. */
  readonly folder: string | undefined;
  readonly jobs: number;
  readonly resume: boolean;
  /** Whether faults of printed rows are the exit code 1. */
  readonly isStrict: boolean;
  /** How the servers of inputs are asked. */
  readonly servers: Pick<InputOptions, 'userAgent' | 'headers' | 'ratePerHost'>;
}

/** What is printed, by tables. */
const ROWS = {
  captures: ['captures'],
  verdicts: ['verdicts'],
  both: ['captures', 'verdicts'],
  rules: ['rules'],
  pages: ['pages'],
} as const satisfies Readonly<Record<string, readonly TableName[]>>;

/** The options that say what is asked about what. */
export const QUESTION_OPTIONS: OptionTable = {
  inputs: {
    value: 'LIST',
    help: 'A file, possibly compressed with gzip, with the name of an input in each line; - is standard input. It may have at most 256 MiB, decompressed.',
  },
  base: { value: 'URL', needs: 'inputs', help: 'The prefix of each name in --inputs: a URL, or a folder.' },
  agent: {
    value: 'NAME',
    repeatable: true,
    help: 'A crawler, judged by itself: its product token. A crawler of the registry is judged by its own tokens, fallbacks and profile. Default: *, any crawler that no group names.',
  },
  set: {
    value: 'SET',
    choices: CRAWLER_SETS,
    help: `The crawlers of a set of the registry: ${CRAWLER_SETS.join(', ')}.`,
  },
  path: { value: 'PATH', repeatable: true, help: 'A path to judge. Default: /.' },
  ...READING_OPTION,
  rows: {
    value: 'ROWS',
    choices: Object.keys(ROWS),
    excludes: 'out',
    help: `The rows to print: ${Object.keys(ROWS).join(', ')}. Default: verdicts.`,
  },
  table: {
    value: 'TABLE',
    repeatable: true,
    needs: 'out',
    help: `A table to make in the folder: ${Object.keys(TABLES).join(', ')}. Default: verdicts; faults is always made.`,
  },
  'keep-bodies': {
    needs: 'out',
    help: 'Make the tables captures and bodies, too: each distinct file once. A survey of such a folder, DIR in place of INPUT, reads the files again: other crawlers and profiles without the archives.',
  },
  'table-format': {
    value: 'FORMAT',
    choices: FORMATS,
    needs: 'out',
    help: `The format of the files in the folder: ${FORMATS.join(', ')}. Default: parquet.`,
  },
  all: { help: 'Read captures of all URLs, not only of /robots.txt.' },
  sites: {
    value: 'FILE',
    help: 'A list of sites, one in each line; may be compressed. Captures of other sites are left out, so that redirects to them stay without an answer.',
  },
  by: {
    value: 'KIND',
    needs: 'sites',
    help: 'What a site of that list is: host or domain, as in "survey report". Default: host.',
  },
};

/** The options that say how inputs are read. */
export const READING_INPUT_OPTIONS: OptionTable = {
  jobs: {
    value: 'N',
    needs: 'out',
    help: 'How many inputs to read at the same time, into a folder. Default: 1.',
  },
  'user-agent': {
    value: 'STRING',
    help: 'The whole User-Agent header to send to the servers of inputs. Default: robotstream/VERSION.',
  },
  header: {
    value: 'NAME: VALUE',
    repeatable: true,
    help: 'A header to send to the servers of inputs, but to no other server that they redirect to. It is written into no file.',
  },
  rate: {
    value: 'N',
    help: 'How many requests a host, or a bucket of S3, gets each second from all jobs together. Default: no limit. A wait that a server asks for with Retry-After is kept in any case.',
  },
};

export const STANDARD_INPUT = '-';

/** @throws {UsageError | InputError} (rejects) if a value is not accepted, or the list of inputs cannot be read */
export async function requestOf(args: Arguments, context: CommandContext): Promise<SurveyRequest> {
  const folder = args.one('out');
  if (folder === '') throw new UsageError('--out is empty; a folder is expected');
  if (args.one('sites') === '') throw new UsageError('--sites is empty; the name of a file is expected');
  const inputs = [...new Set([...args.positionals, ...(await listedInputs(args, context))])];
  if (inputs.length === 0) throw new UsageError('no INPUT is given');
  if (folder !== undefined && inputs.includes(STANDARD_INPUT)) {
    throw new UsageError(
      'standard input cannot be surveyed with --out, since a survey of it cannot be resumed',
    );
  }
  return {
    inputs,
    format: choiceOf(args, 'table-format', FORMATS),
    tables: tablesOf(args),
    questions: {
      ...crawlersFor(args),
      ...pathsOf(args),
      profile: givenProfileOf(args),
      all: args.has('all'),
      sites: args.one('sites'),
      by: choiceOf(args, 'by', SITE_KINDS),
    },
    folder,
    jobs: wholeNumberOf(args, 'jobs', SURVEY_LIMITS.jobs) ?? 1,
    resume: args.has('resume'),
    isStrict: args.has('strict'),
    servers: {
      userAgent: givenUserAgentOf(args),
      headers: headersOf(args),
      ratePerHost: wholeNumberOf(args, 'rate', SURVEY_LIMITS.ratePerHost),
    },
  };
}

/** RFC 9110 §5.1 and §5.5. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e\t]+$/;

/** The headers by name. An error does not repeat a value, which may be a secret. */
function headersOf(args: Arguments): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const given of args.all('header')) {
    const [, name = '', written = ''] = /^([^:]*):(.*)$/s.exec(given) ?? [];
    const value = written.trim();
    if (!HEADER_NAME.test(name))
      throw new UsageError(
        '--header has no name; "NAME: VALUE" is expected, as in "Authorization: Bearer abc"',
      );
    if (!HEADER_VALUE.test(value))
      throw new UsageError(`--header ${name} has a value that is empty or not printable ASCII`);
    if (RESERVED_HEADERS.includes(name.toLowerCase()))
      throw new UsageError(`--header ${name} cannot be given: robotstream sets it`);
    headers[name] = value;
  }
  return headers;
}

/** The tables from which files are read again. */
const BODIES = ['captures', 'bodies'] as const satisfies readonly TableName[];

function tablesOf(args: Arguments): TableName[] {
  const rows = choiceOf(args, 'rows', Object.keys(ROWS) as (keyof typeof ROWS)[]);
  if (rows !== undefined) return [...ROWS[rows]];
  const names = Object.keys(TABLES) as TableName[];
  const given = args.all('table').map((table) => choiceNamed('table', table, names));
  const tables: TableName[] = given.length > 0 ? given : ['verdicts'];
  return [...new Set(args.has('keep-bodies') ? [...tables, ...BODIES] : tables)];
}

function crawlersFor(args: Arguments): Pick<SurveyOptions, 'agents'> {
  const set = choiceOf<CrawlerSet>(args, 'set', CRAWLER_SETS);
  const ofSet = set === undefined ? [] : crawlersOf(set).map(({ token }) => token as string);
  const names = [...new Set([...agentsOf(args), ...ofSet])];
  return names.length === 0 ? {} : { agents: names.map(callerNamed) };
}

function pathsOf(args: Arguments): Pick<SurveyOptions, 'paths'> {
  const paths = args.all('path');
  const wrong = paths.find((path) => !/^\/(?!\/)/.test(path));
  if (wrong !== undefined)
    throw new UsageError(
      `--path is ${JSON.stringify(wrong)}; a path that begins with a single / is expected`,
    );
  return paths.length === 0 ? {} : { paths };
}

/** The names in `--inputs`, each prefixed with `--base`. */
async function listedInputs(args: Arguments, context: CommandContext): Promise<string[]> {
  const list = args.one('inputs');
  const base = args.one('base');
  if (list === undefined) return [];
  const { name, octets } = inputOf(list, context);
  const text = await wholeInput({ name, octets: decompressed(name, octets) }, MAX_LIST_OCTETS);
  const names = text
    .toString()
    .split('\n')
    .map((line) => line.trim());
  return names.filter(Boolean).map((name) => (base === undefined ? name : joined(base, name)));
}

function joined(base: string, name: string): string {
  return `${base.replace(/\/$/, '')}/${name.replace(/^\//, '')}`;
}
