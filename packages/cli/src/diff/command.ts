/**
 * `robotstream diff`: which URLs a new robots.txt opens and closes, and where two profiles differ.
 */

import { crawlerDifferences } from 'robotstream/crawlers';
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { profileNamed } from '../../../command-line/src/named-readers.js';
import { print } from '../../../command-line/src/output.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { count, jsonText, styleFor } from '../../../command-line/src/terminal.js';
import { ownProfileOf } from '../caller.js';
import { ACCEPTED_URL, notAUrl, readOnce } from '../input.js';
import { clientRequestOf, NETWORK_NAMES, NETWORK_OPTIONS, sourceRequestOf } from '../network-options.js';
import { complain, note } from '../notes.js';
import type { ListRequest } from '../opened-lists.js';
import {
  AGENT_OPTION,
  agentsOf,
  DEFAULT_PROFILE,
  MAX_OCTETS_OPTION,
  READING_OPTION,
  withoutRepeated,
} from '../options.js';
import { crawlersFor, PURPOSE_NAMES, PURPOSE_OPTION, purposeOf } from '../purpose-option.js';
import { type RulesSource, readRules, requireRulesFor } from '../robots-source.js';
import { areEqual, crawlersOn } from './compared-crawlers.js';
import { comparisonJson, urlDifferenceJson } from './comparison-json.js';
import { comparisonHeading, comparisonText, headlineText, urlDifferenceText } from './comparison-text.js';
import { licensesText } from './license-differences.js';
import type { Side, Sides } from './url-comparison.js';
import { urlComparison } from './url-comparison.js';

export const diffCommand: Command = {
  usage: [
    { operands: 'OLD NEW' },
    { operands: 'FILE', needs: ['profiles'], without: ['profile', ...NETWORK_NAMES] },
  ],
  about:
    'Compares two robots.txt files for all URLs of a site at once: what opens, what closes, for which crawlers, and which lines decide. Each difference is shown by one of the shortest URLs.\n' +
    'OLD and NEW are files, or http, https or ftp URLs, whose robots.txt is fetched; one of all inputs may be -, standard input. With one FILE and two profiles, it shows where they differ.',
  operandKinds: ['source'],
  options: {
    agent: {
      ...AGENT_OPTION,
      help: 'A crawler to compare for: its product token. Each is judged by itself. Default: every crawler that one of the files names, and "*".',
    },
    purpose: {
      ...PURPOSE_OPTION,
      help: `Compare for the crawlers of the registry with this purpose: ${PURPOSE_NAMES}.`,
    },
    profile: {
      ...READING_OPTION.profile,
      repeatable: true,
      help: `${READING_OPTION.profile.help} Given twice, it is as --profiles.`,
    },
    profiles: {
      value: 'P,P',
      excludes: 'profile',
      namesReaders: true,
      help: 'Judge OLD by the first profile and NEW by the second.',
    },
    urls: {
      value: 'FILE|-|URL',
      help: 'Compare only the URLs of a list, of any kind that check --urls reads.',
    },
    label: {
      value: 'NAME',
      repeatable: true,
      help: 'What to call OLD in the output, in place of its file or URL. Given twice, the second is for NEW.',
    },
    json: { help: 'Print one JSON object; with --urls, one for each URL that differs.' },
    ...MAX_OCTETS_OPTION,
    ...NETWORK_OPTIONS,
  },
  sections: () => [
    [
      'output with --json',
      `{"before", "after", "crawlers": [{"agents", "profiles", "opens", "closes", "escaped", "isExhaustive"}], "leftOut", "licenses": {"added", "removed"}}
before and after are {"name", "profile", "truncated", "kind"}; kind is what a file is that is no robots.txt, such as "html", or else null. Their profile is null if each crawler is judged by its own. Crawlers with equal rules and profiles share an entry, with the lines of the first; profiles are the one before and the one after. opens, closes and escaped are lists of {"path", "before", "after"}, one for each pair of deciding lines; before and after are {"allowed", "line", "directive", "pattern"}, with line 0 if no rule matches. escaped are the differences between two profiles that only percent-encoded spellings of URLs show. isExhaustive is false if the comparison ended at its limit of steps, or a profile is that of a reader. leftOut is how many crawlers that the files name are not compared, because there are too many. licenses are the License lines (RSL 1.0) that only one side has; no verdict depends on them.
With --urls: {"url", "agents", "before", "after"}.`,
    ],
    [
      'two profiles',
      'rfc9309 and google differ for nearly every rule by some percent-encoded spelling of a URL, such as /%61 for /a. These differences come last, in one line, and do not affect the exit code.',
    ],
  ],
  exitCodes: {
    0: 'no URL is judged differently',
    1: 'a URL is judged differently, or may be: the comparison ended at its limit, or tried only some URLs for a reader',
    2: 'wrong usage, an input that cannot be read, or a URL that cannot be judged (the others are judged)',
  },
  examples: [
    'robotstream diff robots.txt robots.new.txt',
    'git show HEAD:robots.txt | robotstream diff - robots.txt --label HEAD',
    'robotstream diff https://example.com/ robots.txt --agent Googlebot --agent GPTBot',
    'robotstream diff robots.txt --profiles rfc9309,google',
  ],
  run,
};

async function run(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const sides = await sidesOf(args, profilesOf(args), context);
  const purpose = purposeOf(args);
  const having = purpose === undefined ? [] : crawlersFor(purpose).map(({ token }) => token);
  const given = withoutRepeated([...agentsOf(args), ...having]);
  const { names: agents, leftOut } = crawlersOn(sides, given);
  if (leftOut > 0) {
    note(context, `${count(leftOut, 'more crawler')} in the files; --agent compares for any of them`);
  }
  for (const side of [sides.before, sides.after]) {
    if (side.profile === undefined) requireRulesFor(side, DEFAULT_PROFILE, agents.map(ownProfileOf));
  }
  const asJson = args.has('json');
  const list = args.one('urls');
  if (list !== undefined) {
    return compareUrls(list, clientRequestOf(args, []), sides, agents, asJson, context);
  }
  const compared = crawlerDifferences(sides.before, sides.after, agents);
  const style = styleFor(context);
  await print(
    context.stdout,
    asJson
      ? [`${jsonText(comparisonJson(sides, compared, leftOut))}\n`]
      : [
          comparisonHeading(sides, agents, style),
          headlineText(sides, compared, style),
          ...comparisonText(sides, compared, style),
          ...licensesText(sides, style),
        ],
  );
  return areEqual(compared, leftOut) ? EXIT.fine : EXIT.findings;
}

/** The profiles of OLD and NEW; `undefined` for those by which crawlers read. */
type TwoProfiles = readonly [ReadingName | undefined, ReadingName | undefined];

/** @throws {UsageError} if `--profiles` does not name two profiles, or `--profile` is given more than twice */
function profilesOf(args: Arguments): TwoProfiles {
  const each = args.all('profile').map(profileNamed);
  if (each.length > 2) throw new UsageError(`--profile is given ${each.length} times; two are the most`);
  const given = args.one('profiles');
  if (given === undefined) return [each[0], each[1] ?? each[0]];
  const [before, after, ...more] = given.split(',');
  if (before === undefined || after === undefined || more.length > 0) {
    throw new UsageError(
      `--profiles is ${JSON.stringify(given)}; two profiles, such as rfc9309,google, are expected`,
    );
  }
  return [profileNamed(before), profileNamed(after)];
}

/** The sides, and how the fetch of each ended if there was one. */
type FetchedSides = { readonly [side in keyof Sides]: Side & RulesSource };

/** @throws {UsageError} if one is missing, or there are too many */
async function sidesOf(
  args: Arguments,
  profiles: TwoProfiles,
  context: CommandContext,
): Promise<FetchedSides> {
  const { positionals } = args;
  const [older, newer, ...more] = positionals;
  if (older === undefined) throw new UsageError('no OLD and no NEW is given');
  if (more.length > 0) throw new UsageError(`two files are expected, not ${positionals.length}`);
  if (newer === undefined && !args.has('profiles') && args.all('profile').length < 2) {
    throw new UsageError('no NEW is given; to compare two profiles of one file: --profiles P,P');
  }
  readOnce([...positionals, ...args.all('urls')]);
  const request = sourceRequestOf(args, positionals, agentsOf(args));
  const labels = args.all('label');
  if (labels.length > positionals.length) {
    throw new UsageError(`--label is given ${labels.length} times for ${count(positionals.length, 'file')}`);
  }
  const sideOf = async (argument: string, i: 0 | 1): Promise<Side & RulesSource> => {
    const profile = profiles[i];
    const rules = await readRules(argument, { ...request, ...(profile && { profile }) }, context);
    return { ...rules, name: labels[i] ?? rules.name, profile };
  };
  const before = await sideOf(older, 0);
  const after = newer === undefined ? { ...before, profile: profiles[1] } : await sideOf(newer, 1);
  return { before, after };
}

/** Compares the URLs of a list, while it is read. */
async function compareUrls(
  list: string,
  request: ListRequest,
  sides: Sides,
  agents: readonly string[],
  asJson: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  const { ListProblems, urlProblem } = await import('../list-problems.js');
  const { listedUrls } = await import('../opened-lists.js');
  const style = styleFor(context);
  const problems = new ListProblems();
  const differencesOn = urlComparison(sides, agents);
  let heading = asJson ? '' : comparisonHeading(sides, agents, style);
  let code: ExitCode = EXIT.fine;
  async function* texts(): AsyncGenerator<string, void> {
    for await (const { source, entries } of listedUrls(list, request, problems, context)) {
      for (const { url, line } of entries) {
        try {
          for (const difference of differencesOn(url)) {
            code = EXIT.findings;
            yield asJson
              ? `${jsonText(urlDifferenceJson(difference))}\n`
              : heading + urlDifferenceText(difference, sides, style);
            heading = '';
          }
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          problems.add(urlProblem(url), () => `${source}:${line}: ${notAUrl(url, ACCEPTED_URL)}`);
        }
      }
    }
    if (problems.areLosses) code = EXIT.failure;
    if (!asJson && code === EXIT.fine) yield `${heading}\n${style.good('No difference.')}\n`;
  }
  await print(context.stdout, texts());
  for (const line of problems.lines()) complain(context, line);
  return code;
}
