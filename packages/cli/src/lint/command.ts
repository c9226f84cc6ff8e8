/**
 * `robotstream lint`: errors and likely mistakes in robots.txt files, and certain fixes.
 */
import type { LintOptions, RuleId } from 'robotstream/lint';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { formatOf, JSON_FORMAT_OPTION } from '../../../command-line/src/option-values.js';
import { print, printOctets } from '../../../command-line/src/output.js';
import { isUrlArgument, ownRobotsTxt, readOnce } from '../input.js';
import { NETWORK_OPTIONS, sourceRequestOf } from '../network-options.js';
import { complain } from '../notes.js';
import { MAX_OCTETS_OPTION } from '../options.js';
import { numberOf } from '../problem-text.js';
import { siteUrl } from '../site-argument.js';
import { lintAll } from './lint-files.js';
import { type Linted, notListed, type Severity } from './linted.js';
import { lintGithub, lintJson, lintRdjson } from './machine-formats.js';
import { RULE_IDS, ruleNamed, rulePage, rulesText } from './rule-pages.js';
import { lintSarif } from './sarif.js';
import { lintText } from './text.js';
import { widelyUsedReaders } from './widely-used-readers.js';

/** The formats of the output: what each is, and what prints it. */
const FORMATS = {
  pretty: ['for people: each line with the place marked', lintText],
  json: ['one JSON object', lintJson],
  sarif: ['SARIF 2.1.0, for code scanning', lintSarif],
  github: ['workflow commands, which GitHub shows at their lines', lintGithub],
  rdjson: ['the Reviewdog Diagnostic Format', lintRdjson],
} as const;

const FORMAT_NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const SEVERITIES: readonly (Severity | 'off')[] = ['error', 'warning', 'info', 'off'];

export const lintCommand: Command = {
  usage: [
    { operands: '[FILE|-|URL...]', without: ['rules', 'explain'] },
    { needs: ['rules'], takes: ['json'] },
    { needs: ['explain'], takes: ['json'] },
  ],
  about:
    'Finds errors and likely mistakes in robots.txt files: misspelled fields, rules that have no effect, groups that lose the rules for "*", and much more. docs/lint.md explains every rule.\n' +
    'FILE is a robots.txt, by default ./robots.txt; - is standard input. The robots.txt of an http, https or ftp URL is fetched.',
  operandKinds: ['source'],
  options: {
    format: {
      value: 'F',
      choices: FORMAT_NAMES,
      help: `The format of the output: ${FORMAT_NAMES.join(', ')}. Default: pretty.`,
    },
    ...JSON_FORMAT_OPTION,
    verbose: {
      short: 'v',
      help: 'List infos, too. Without it, they are only counted for people; the other formats have them.',
    },
    readers: {
      help: 'Also say what widely used programs read otherwise than RFC 9309 (read-differently), and what Lighthouse reports (lighthouse-audit).',
    },
    rule: {
      value: 'ID=SEVERITY',
      choices: RULE_IDS.map((id) => `${id}=`),
      repeatable: true,
      help: `Another severity for a rule: ${SEVERITIES.join(', ')}.`,
    },
    rules: { help: 'List the rules, each with its severity.' },
    explain: {
      value: 'RULE',
      choices: RULE_IDS,
      help: 'Explain a rule: what it finds, why that matters, and what to do.',
    },
    'max-warnings': {
      value: 'N',
      help: 'Exit with 1 if there are more warnings than N. Default: any number is fine.',
    },
    fix: {
      help: 'Apply the certain fixes to the files. With -, print the fixed file to standard output, and the findings to standard error.',
    },
    'fix-dry-run': { excludes: 'fix', help: 'Show what --fix would change. No file is written.' },
    url: {
      value: 'URL',
      help: 'Where the file is published, to check that its sitemaps are on the same host. Known for a URL.',
    },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    ['formats', Object.entries(FORMATS).map(([name, [what]]) => [name, what] as const)],
    [
      'output with --json',
      `{"files": [{"name", "findings": [{"rule", "severity", "message", "line", "column", "span", "fix"}], "fixed", "omitted", "isComplete"}]}
Lines and columns count from 1; columns count octets. A span is {"start", "end"}: octet offsets from 0, and end is exclusive. fix is {"span", "text"} or null. fixed are the findings that --fix fixed, or that --fix-dry-run would fix. omitted is how many findings of each rule are not listed: 100 of each are. isComplete is false if comparing the rules with each other took too much work.`,
    ],
    [
      'ignore comments',
      '"# robotstream-ignore RULE, RULE" ignores findings of its own line or, alone on a line, of the next one; "# robotstream-ignore-file RULE" ignores them in the whole file.',
    ],
  ],
  exitCodes: {
    0: 'no finding has severity error, and there are no more warnings than --max-warnings; after --fix: none is left',
    1: 'a finding has severity error, or there are more warnings than --max-warnings',
    2: 'wrong usage, or an input that cannot be read or fetched (the others are linted)',
  },
  examples: [
    'robotstream lint robots.txt',
    'robotstream lint https://example.com/ --rule ignored-by-google=off',
    'robotstream lint robots.txt --fix-dry-run',
    'robotstream lint --explain group-loses-wildcard-rules',
    'robotstream lint robots.txt --format sarif > robots.sarif',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const explained = args.one('explain');
  if (args.has('rules') || explained !== undefined) {
    if (args.positionals.length > 0) throw new UsageError('--rules and --explain take no FILE');
    const asJson = args.has('json');
    const text =
      explained === undefined
        ? rulesText(asJson, context)
        : rulePage(ruleNamed(explained, '--explain'), asJson, context);
    await print(context.stdout, text);
    return EXIT.fine;
  }
  const positionals = args.positionals.length === 0 ? [ownRobotsTxt()] : args.positionals;
  readOnce(positionals);
  const fetched = positionals.find(isUrlArgument);
  if (fetched !== undefined && args.has('fix')) {
    throw new UsageError(`--fix cannot write to ${JSON.stringify(fetched)}; --fix-dry-run shows the fixes`);
  }
  if (args.has('fix') && positionals.includes('-') && positionals.length > 1) {
    throw new UsageError('with --fix, - is the only input: the fixed file goes to standard output');
  }
  const format = formatOf(args, FORMAT_NAMES);
  const maxWarnings = maxWarningsOf(args);
  const rules = rulesOf(args);
  const readers = (rules['read-differently'] ?? 'off') === 'off' ? [] : await widelyUsedReaders();
  const fixes = args.has('fix') ? 'made' : args.has('fix-dry-run') ? 'shown' : 'none';
  const options = { rules, readers, url: urlOf(args) };
  const client = sourceRequestOf(args, positionals);
  const { files, complaints } = await lintAll(positionals, { fixes, options, client }, context);
  const isFilter = fixes === 'made' && positionals[0] === '-';
  const stdout = isFilter ? context.stderr : context.stdout;
  const [, textOf] = FORMATS[format];
  await print(stdout, textOf(files, { fixes, hasInfos: args.has('verbose') }, { ...context, stdout }));
  for (const { document } of isFilter ? files : []) await printOctets(context.stdout, document.octets);
  for (const complaint of complaints) complain(context, complaint);
  return complaints.length > 0 ? EXIT.failure : exitCodeOf(files, maxWarnings);
}

function exitCodeOf(files: readonly Linted[], maxWarnings: number): ExitCode {
  const found = files.flatMap(({ result }) => [...result.findings, ...notListed(result, result.omitted)]);
  const isBad = numberOf(found, 'error') > 0 || numberOf(found, 'warning') > maxWarnings;
  return isBad ? EXIT.findings : EXIT.fine;
}

/** @throws {UsageError} if it is not a whole number */
function maxWarningsOf(args: Arguments): number {
  const given = args.one('max-warnings');
  if (given === undefined) return Infinity;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`--max-warnings is ${JSON.stringify(given)}; a whole number is expected`);
}

/** What the rules about programs are without `--readers`: they are on request. */
const WITHOUT_READERS = { 'read-differently': 'off', 'lighthouse-audit': 'off' } as const;

/** @throws {UsageError} if a rule or a severity does not exist */
function rulesOf(args: Arguments): NonNullable<LintOptions['rules']> {
  const rules: { [id in RuleId]?: Severity | 'off' } = args.has('readers')
    ? { 'read-differently': 'info' }
    : { ...WITHOUT_READERS };
  for (const given of args.all('rule')) {
    const [id = '', ...severity] = given.split('=');
    const rule = ruleNamed(id, `--rule ${JSON.stringify(given)}`);
    const known = SEVERITIES.find((name) => name === severity.join('='));
    if (known === undefined) {
      throw new UsageError(
        `--rule ${JSON.stringify(given)}: ID=SEVERITY is expected, with one of ${SEVERITIES.join(', ')}`,
      );
    }
    rules[rule] = known;
  }
  return rules;
}

/** @throws {UsageError} if it is not an absolute URL */
function urlOf(args: Arguments): string | undefined {
  const given = args.one('url');
  const url = given === undefined ? undefined : (siteUrl(given) ?? given);
  if (url !== undefined && !isUrlArgument(url)) {
    throw new UsageError(`--url is ${JSON.stringify(url)}; an absolute URL is expected`);
  }
  return url;
}
