/**
 * The request of an `audit` command line: logs, robots.txt, addresses.
 */
import { stat } from 'node:fs/promises';
import {
  type AddressRanges,
  AUDIT_CLASSES,
  type AuditClass,
  type AuditLogsOptions,
  type AuditReport,
  addressRanges,
  type LogInput,
  logRequests,
  type RobotsVersion,
  robotsFiles,
  robotsGit,
} from '@robotstream/audit';
import { CRAWLERS, findCrawler } from 'robotstream/crawlers';
import { didYouMean } from 'robotstream/crawlers/internal';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { CommandContext } from '../../../command-line/src/command.js';
import { InputError, UsageError } from '../../../command-line/src/exit.js';
import { choiceNamed } from '../../../command-line/src/option-values.js';
import { excerpt } from '../../../command-line/src/terminal.js';
import { inputOf, named, readOnce, wholeInput } from '../input.js';
import { note } from '../notes.js';

export interface AuditRequest {
  readonly inputs: readonly LogInput[];
  readonly options: AuditLogsOptions;
  readonly output: 'text' | 'json' | 'csv';
  /** The file for the page; undefined for none. */
  readonly html: string | undefined;
  readonly failOn: readonly AuditClass[];
}

/** What `--fail-on` accepts. */
export const FAIL_CONDITIONS = (Object.keys(AUDIT_CLASSES) as AuditClass[]).filter(
  (name) => name !== 'obeys',
);

/** The largest list of addresses that is read. */
const MAX_RANGES_OCTETS = 16 * 1024 * 1024;

/** @throws {UsageError | InputError} (rejects) if a value is not accepted, or a file cannot be read */
export async function requestOf(args: Arguments, context: CommandContext): Promise<AuditRequest> {
  const html = args.one('html');
  if (html === '') throw new UsageError('--html is empty; the path of a file is expected');
  return {
    failOn: args
      .all('fail-on')
      .flatMap((names) => names.split(','))
      .map((name) => choiceNamed('class name', name, FAIL_CONDITIONS)),
    inputs: await inputsOf(args, context),
    options: {
      format: formatOf(args),
      graceMs: graceOf(args),
      ...(await robotsOf(args, context)),
      ranges: await rangesOf(args, context),
      verifyDns: args.has('verify-dns'),
      keepAddresses: args.has('addresses'),
    },
    output: args.has('json') ? 'json' : args.has('csv') ? 'csv' : 'text',
    html,
  };
}

/** Whether a report has what `--fail-on` looks for. */
export function failsOn(condition: AuditClass, { crawlers }: AuditReport): boolean {
  return crawlers.some(
    (crawler) =>
      crawler.class === condition ||
      (condition === 'disobeys' && crawler.disallowed > 0 && crawler.class !== 'spoofed'),
  );
}

async function inputsOf({ positionals }: Arguments, context: CommandContext): Promise<LogInput[]> {
  if (positionals.length === 0) throw new UsageError('no FILE is given; - is standard input');
  readOnce(positionals);
  const files = [...new Set(positionals)];
  return Promise.all(
    files.map(async (file) => {
      const { name } = inputOf(file, context);
      if (file !== '-') await aFile(file);
      return { name, open: () => inputOf(file, context).octets, once: file === '-' };
    }),
  );
}

/** Says what is wrong with the name of a file before any other is read. */
async function aFile(file: string): Promise<void> {
  if ((await named(file, () => stat(file))).isDirectory())
    throw new InputError(`${file}: is a directory; a file is expected`);
}

/** @throws {UsageError} if there is no such format */
function formatOf(args: Arguments): string | undefined {
  const format = args.one('log-format');
  if (format === undefined) return undefined;
  try {
    logRequests([], { format });
    return format;
  } catch (error) {
    throw new UsageError(`--log-format: ${(error as Error).message}`);
  }
}

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function graceOf(args: Arguments): number | undefined {
  const given = args.one('grace');
  if (given === undefined) return undefined;
  const [, number, unit = 'h'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(given) ?? [];
  if (number === undefined) {
    throw new UsageError(`--grace is ${JSON.stringify(given)}; a time is expected, such as 90m, 24h or 2d`);
  }
  return Number(number) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

/** A value that may begin with the name of a host: `example.com=robots.txt`. */
const OF_HOST = /^((?:[a-z0-9-]+\.)+[a-z0-9-]+|localhost)=(.+)$/i;

/** A value that may begin with the name of a crawler: `GPTBot=ranges.json`. */
const OF_CRAWLER = /^([A-Za-z][\w. -]*)=(.+)$/;

async function robotsOf(
  args: Arguments,
  context: CommandContext,
): Promise<Pick<AuditLogsOptions, 'robots' | 'hosts'>> {
  const sites = new Map<string | undefined, readonly RobotsVersion[]>();
  const add = (host: string | undefined, versions: readonly RobotsVersion[]): void => {
    const name = host?.toLowerCase();
    if (sites.has(name)) {
      const whose = name ?? 'every host';
      throw new UsageError(`the robots.txt of ${whose} is given twice; HOST=PATH says whose it is`);
    }
    sites.set(name, versions);
  };
  for (const value of args.all('robots')) {
    const [, host, path = value] = OF_HOST.exec(value) ?? [];
    const { versions, hosts, passedOver } = await named(path, () => robotsFiles(path));
    if (versions.length > 0) add(host, versions);
    for (const [name, ofHost] of hosts) add(name, ofHost);
    if (passedOver.length > 0) {
      note(context, `${excerpt(path)}: without a date, and passed over: ${excerpt(passedOver.join(', '))}`);
    }
  }
  for (const value of args.all('robots-git')) {
    const [, host, path = value] = OF_HOST.exec(value) ?? [];
    add(host, await named(path, () => robotsGit(path)));
  }
  if (sites.size === 0) {
    throw new UsageError(
      'no robots.txt is given; --robots FILE, --robots FOLDER or --robots-git PATH is expected',
    );
  }
  const robots = sites.get(undefined);
  sites.delete(undefined);
  return { robots, hosts: sites as ReadonlyMap<string, readonly RobotsVersion[]> };
}

async function rangesOf(args: Arguments, context: CommandContext): Promise<readonly AddressRanges[]> {
  const ranges: AddressRanges[] = [];
  for (const value of args.all('ranges')) {
    const [, crawler, file = value] = OF_CRAWLER.exec(value) ?? [];
    const text = (await wholeInput(inputOf(file, context), MAX_RANGES_OCTETS)).toString('utf8');
    const found = await named(file, async () => addressRanges(text, file, crawler));
    ranges.push(...found);
    // A misspelled name would leave all requests unchecked without a word.
    if (crawler !== undefined && findCrawler(crawler) === undefined) {
      const known = CRAWLERS.map(({ token }) => token);
      note(
        context,
        `the registry has no crawler ${excerpt(crawler)}, so ${excerpt(file)} counts only for requests with just this name${didYouMean(crawler, known)}`,
      );
    }
    if (found.some(({ crawlers }) => crawlers === undefined)) {
      note(
        context,
        `${excerpt(file)} does not say whose addresses it has, so it counts for the crawlers that have requests from them; NAME=FILE names the crawler`,
      );
    }
  }
  return ranges;
}
