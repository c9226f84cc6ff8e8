/** The sentences of verdicts, each with a checker by the naive reference. */
import { visible } from '../../src/terminal.js';
import { type Forms, FormTable, firstFault } from './forms.js';
import { type NaiveCrawler, type NaiveFile, textOf } from './naive-crawler.js';

/** What an explanation is about. */
export interface Question {
  readonly file: NaiveFile;
  readonly crawler: NaiveCrawler;
  readonly url: string;
  /** The verdict that is printed with it. */
  readonly allowed: boolean;
}

const isAllowed = ({ file, crawler, url }: Question) => crawler.verdict(file, url);

/** The group whose first user-agent line has a number, if it applies to the crawler for a reason. */
function groupFault({ groupLine = '', name }: Record<string, string>, { file, crawler }: Question) {
  const { selectedBy, token, groups } = crawler.selection(file);
  const why = name === undefined ? 'wildcard' : 'name';
  if (selectedBy !== why) return `groups are selected by ${selectedBy}`;
  if (name !== undefined && token?.toLowerCase() !== name.toLowerCase()) return `the groups name ${token}`;
  const isThere = groups.some(({ userAgents: [first] }) => first?.line === Number(groupLine));
  return isThere ? null : `no group of the crawler begins in line ${groupLine}`;
}

const GROUP =
  '(?:the group of line (?<groupLine>\\d+) names (?<name>[^\\n]*?)|no group names this crawler, and the group of line (?<starLine>\\d+) is for "\\*")';

function groupOf(said: Readonly<Record<string, string>>): Record<string, string> {
  return said.starLine === undefined ? { ...said } : { groupLine: said.starLine };
}

const FORMS: Forms<Question> = {
  'robots.txt itself': {
    lines: /\/robots\.txt itself is always allowed\.\n/,
    check: (_, question) => (isAllowed(question).reason === 'robots-txt' ? null : 'it is not robots.txt'),
  },
  'no group in the file': {
    lines: /the file has no group\.\n/,
    check: (_, { file, crawler }) =>
      file.groupsUnder(crawler.profile).length === 0 ? null : 'the file has a group',
  },
  'no group for the crawler': {
    lines: /no group names this crawler, and (?<how>none is|it obeys none) for "\*"\.\n/,
    check: ({ how }, { file, crawler }) => {
      if (crawler.selection(file).selectedBy !== 'nothing') return 'a group applies';
      const others = crawler.others.selection(file);
      if (how === 'none is') return others.groups.length === 0 ? null : 'a group is for "*"';
      return crawler.obeysWildcard || others.groups.length === 0 ? 'there is nothing that it ignores' : null;
    },
  },
  'no rule matches': {
    lines: new RegExp(`${GROUP}, and none of its rules matches\\.\\n`),
    check: (said, question) => {
      const { line, reason } = isAllowed(question);
      return firstFault(
        groupFault(groupOf(said), question),
        (line !== 0 || reason === 'robots-txt') && `line ${line} decides, ${reason}`,
      );
    },
  },
  'an empty rule': {
    lines: new RegExp(
      `${GROUP}; line (?<line>\\d+) \\((?<directive>allow|disallow) without a pattern\\) restricts nothing\\.\\n`,
    ),
    check: (said, question) => {
      const { line, directive } = isAllowed(question);
      const value = question.file.recordAt(line, question.crawler.profile)?.value;
      return firstFault(
        groupFault(groupOf(said), question),
        line !== Number(said.line) && `line ${line} decides`,
        directive !== said.directive && `the line is ${directive}`,
        value !== '' && `the pattern is ${value}`,
      );
    },
  },
  'a rule': {
    lines: new RegExp(`${GROUP}; line (?<line>\\d+) decides: (?<directive>allow|disallow) (?<pattern>.*)\\n`),
    check: (said, question) => {
      const { line, directive } = isAllowed(question);
      return firstFault(
        groupFault(groupOf(said), question),
        line !== Number(said.line) && `line ${line} decides`,
        directive !== said.directive && `the line is ${directive}`,
        patternFault(said.pattern ?? '', line, question),
      );
    },
  },
};

/** The explanations of all tests of a file share a table, so that a form without a text is noticed. */
export class Explanations {
  readonly table = new FormTable(FORMS);

  /** What is wrong with an explanation and its verdict; null if nothing is. */
  fault(sentence: string, question: Question): string | null {
    const { allowed } = isAllowed(question);
    return firstFault(
      allowed !== question.allowed && `${question.url} is ${allowed ? 'allowed' : 'disallowed'}`,
      this.table.faultsIn(`${sentence}\n`, question).join('; ') || null,
    );
  }
}

/** Compares a pattern as it is printed, perhaps cut, with that of a line. */
export function patternFault(
  printed: string,
  line: number,
  { file, crawler }: Pick<Question, 'file' | 'crawler'>,
): string | null {
  const record = file.recordAt(line, crawler.profile);
  if (record === undefined) return `line ${line} is no record`;
  return isStartOf(printed, visible(textOf(record))) ? null : `the pattern is ${textOf(record)}`;
}

/** Whether a text is printed, whole or cut at an ellipsis. */
export function isStartOf(printed: string, text: string): boolean {
  return (
    printed.trimEnd() === text.trimEnd() || (printed.endsWith('…') && text.startsWith(printed.slice(0, -1)))
  );
}
