/**
 * `robotstream survey report`: a page of charts, or a table of sites, from the tables of a survey.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  FORMATS,
  type JoinCounts,
  SITE_KINDS,
  SITE_PICKS,
  type SurveyReportOptions,
  surveyReport,
  surveySites,
} from '@robotstream/survey';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, InputError, UsageError } from '../../../command-line/src/exit.js';
import { choiceNamed, choiceOf, positionalOf } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import { count } from '../../../command-line/src/terminal.js';
import { writeText } from '../input.js';
import { namingFolder } from './folder-errors.js';

export const reportCommand: Command = {
  usage: [{ operands: 'DIR' }],
  about:
    'Makes one HTML page from the tables that "survey --out DIR" made: what sites refuse to each crawler, how that changes over time, and what the captures are. Every share counts sites, however often each was captured. The page loads nothing and can be printed.\n' +
    'The numbers are computed by the package @duckdb/node-api, which must be installed.',
  options: {
    output: { value: 'FILE', short: 'o', help: 'The file to write. Default: standard output.' },
    by: {
      value: 'KIND',
      help: `What a site is: ${SITE_KINDS.join(' or ')}. host is the host of the URL without www., domain its registrable domain, which needs the package tldts. Default: host.`,
    },
    pick: {
      value: 'WHICH',
      help: `Which of several captures of a site in a month counts: ${SITE_PICKS.join(' or ')}. last is the last one that says what crawlers may fetch, majority what most of them say. Default: last.`,
    },
    join: {
      value: 'FILE',
      help: 'A file whose columns become columns of the table of sites, such as a list of ranks: CSV whose first line names the columns, or Parquet, also compressed. A site takes the columns of one row.',
    },
    on: {
      value: 'KIND[=COLUMN]',
      needs: 'join',
      help: 'What a row of that file is about, host or domain, and the column that has it. Names may have www., a scheme and capital letters. Default: what a site is, in the column host or domain.',
    },
    sites: {
      value: 'FILE',
      help: 'A list of the sites that count, one in each line; may be compressed. By default all count.',
    },
    weight: {
      value: 'WEIGHT',
      help: 'What a site counts with instead of 1: captures, the number of its captures, or the name of a column of the joined file, which has numbers. Sites without a weight, or of weight 0, are left out. Intervals are for the effective number of sites (Kish).',
    },
    strata: {
      value: 'COLUMN',
      help: 'Count sites by the values of a column, too: tld, their top-level domain, or one of the joined file. Ten values are shown, and the others together; of ranks, powers of ten.',
    },
    data: {
      value: 'FOLDER',
      help: 'Write each chart of the page into this folder, too: as SVG, and its numbers as CSV.',
    },
    table: {
      value: 'NAME',
      needs: 'output',
      help: `With sites: write a table instead of the page, with a row for each site, month and crawler. The name of the file ends with .${FORMATS.join(', .')}.`,
    },
  },
  exitCodes: {
    0: 'the page or the table is made',
    2: 'wrong usage, a folder that cannot be read, or a package that is not installed',
  },
  examples: [
    'robotstream survey report tables -o report.html',
    'robotstream survey report tables --strata tld --data charts -o report.html',
    'robotstream survey report tables --by domain --table sites -o sites.parquet',
    'robotstream survey report tables --join tranco.csv --on domain --table sites -o sites.parquet',
    'robotstream survey report tables --join traffic.csv --on host --weight pages -o report.html',
  ],
  run,
};

async function run(args: Arguments, { stdout, stderr }: CommandContext): Promise<ExitCode> {
  const folder = positionalOf(args, 'DIR');
  if (folder === undefined) throw new UsageError('no DIR is given');
  const file = args.one('output');
  if (file === '') throw new UsageError('--output is empty; the path of a file is expected');
  if (file !== undefined && !existsSync(dirname(file)))
    throw new InputError(`${file}: the folder of the file does not exist`);
  const options = {
    by: choiceOf(args, 'by', SITE_KINDS),
    pick: choiceOf(args, 'pick', SITE_PICKS),
    join: joinOf(args),
    sites: args.one('sites'),
    weight: args.one('weight'),
  };
  const [strata, data] = [args.one('strata'), args.one('data')];
  if (data === '') throw new UsageError('--data is empty; the path of a folder is expected');
  if (options.by === 'domain' && options.join?.on === 'host')
    throw new UsageError('--on host needs --by host: a domain has several hosts');
  if (choiceOf(args, 'table', ['sites']) !== undefined && file !== undefined) {
    if (!FORMATS.some((format) => file.endsWith(`.${format}`)))
      throw new UsageError(
        `--output is ${JSON.stringify(file)}; the name of a table ends with .${FORMATS.join(', .')}`,
      );
    if (strata !== undefined || data !== undefined)
      throw new UsageError('--strata and --data are for the page, and --table makes none');
    const joined = await namingFolder(folder, () => surveySites(folder, file, options));
    if (joined !== null) stderr.write(`${joinedText(joined)}\n`);
    return EXIT.fine;
  }
  const page = await namingFolder(folder, () => surveyReport(folder, { ...options, strata, data }));
  await (file === undefined ? print(stdout, [page]) : writeText(file, page));
  return EXIT.fine;
}

/** @throws {UsageError} if `--on` names neither a host nor a domain */
function joinOf(args: Arguments): SurveyReportOptions['join'] {
  const file = args.one('join');
  if (file === undefined) return undefined;
  const [kind, ...column] = (args.one('on') ?? '').split('=');
  const on = kind === '' || kind === undefined ? undefined : choiceNamed('kind', kind, SITE_KINDS);
  return { file, on, column: column.length === 0 ? undefined : column.join('=') };
}

function joinedText({ sites, sitesWithoutRow, rows, rowsWithoutSite, sitesLeftOut }: JoinCounts): string {
  const found = `${sitesWithoutRow} of ${count(sites, 'site')} without a row, ${rowsWithoutSite} of ${count(rows, 'row')} without a site`;
  return sitesLeftOut === undefined
    ? found
    : `${found}, ${count(sitesLeftOut, 'site')} left out for want of a weight above 0`;
}
