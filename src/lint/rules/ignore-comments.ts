/**
 * Comments that ignore findings:
 *
 * ```
 * Noindex: /old/    # robotstream-ignore unsupported-field
 *
 * # robotstream-ignore unsupported-field, unknown-field
 * Noindex: /old/
 *
 * # robotstream-ignore-file group-split
 * ```
 *
 * A comment after a record is for its line. One alone on its line is for the next line that is neither blank nor a comment.
 */
import type { CommentNode } from '../../ast/nodes.js';
import { nearestName } from '../../option-checks.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { indexOf } from '../../stream/read-line.js';
import type { LintedFile } from '../linted-file.js';
import { type RuleTable, warning } from '../rule.js';

export const IGNORE_RULES = {
  'unused-ignore': warning({
    title: 'The ignore comment ignores nothing.',
    why: 'It names no rule, a rule that does not exist, or a rule without a finding there. It would hide a later finding. A rule that was not checked in full is left out, such as foreign-sitemap without the URL of the file.',
    fix: 'Remove the comment, or correct the id of the rule.',
    example: '# robotstream-ignore misspelled-field\nUser-agent: *\nDisallow: /private/\n',
    sources: ['docs/lint.md'],
  }),
} satisfies RuleTable;

const MARK = 'robotstream-ignore';
const COMMENT = /^robotstream-ignore(-file)?(?:[\s:]+([^\s:].*)?)?$/s;

/** One rule that a comment names. */
interface Ignore<Id> {
  readonly node: CommentNode;
  readonly rule: Id;
  /** The line that it is for; `null` for the whole file. */
  readonly line: number | null;
  isUsed: boolean;
}

/** A comment that ignores nothing. */
export interface UselessComment {
  readonly node: CommentNode;
  /** Makes the reason, as a sentence. */
  readonly why: () => string;
}

/** The ignore comments of a file. */
export class IgnoreComments<Id extends string> {
  readonly #file: LintedFile;
  /** The ids of all rules. */
  readonly #ids: readonly Id[];
  readonly #ignores = new Map<string, Ignore<Id>>();
  /** The comments that name no rule, or one that does not exist. */
  readonly misnamed: UselessComment[] = [];

  constructor(file: LintedFile, ids: readonly Id[]) {
    this.#file = file;
    this.#ids = ids;
    if (!hasMark(file.octets)) return;
    for (const node of file.document.comments) {
      const match = COMMENT.exec(node.text);
      if (match !== null) this.#read(node, match[1] !== undefined, match[2] ?? '');
    }
  }

  #read(node: CommentNode, isForFile: boolean, names: string): void {
    const line = isForFile ? null : lineFor(this.#file, node.line);
    const given = names.split(/[\s,]+/).filter((name) => name !== '');
    if (given.length === 0) this.misnamed.push({ node, why: () => 'It names no rule.' });
    for (const name of given) {
      const rule = this.#ids.find((id) => id === name);
      if (rule !== undefined) this.#ignores.set(keyOf(rule, line), { node, rule, line, isUsed: false });
      else this.misnamed.push({ node, why: () => noSuchRule(name, this.#ids) });
    }
  }

  /** Whether a comment ignores the findings of a rule in a line. The comment is then used. */
  ignores(rule: Id, line: number): boolean {
    if (this.#ignores.size === 0) return false;
    const ignore = this.#ignores.get(keyOf(rule, line)) ?? this.#ignores.get(keyOf(rule, null));
    if (ignore === undefined) return false;
    ignore.isUsed = true;
    return true;
  }

  /**
   * The comments that have ignored nothing. From then on, none ignores anything.
   *
   * @param wants whether a rule is on
   */
  takeUnused(wants: (rule: Id) => boolean): UselessComment[] {
    const unused = [...this.#ignores.values()].filter(({ isUsed, rule }) => !isUsed && wants(rule));
    this.#ignores.clear();
    return unused.map(({ node, rule, line }) => {
      const where = line === null ? 'the file' : `line ${line}`;
      return { node, why: () => `${quoteText(rule)} has no finding in ${where}.` };
    });
  }
}

function keyOf(rule: string, line: number | null): string {
  return `${rule} ${line ?? ''}`;
}

function noSuchRule(name: string, ids: readonly string[]): string {
  const nearest = name.length > MAX_ID_CHARACTERS ? undefined : nearestName(name, ids);
  const hint = nearest === undefined ? '' : ` Did you mean ${quoteText(nearest)}?`;
  return `There is no rule ${quoteText(name)}.${hint}`;
}

/** A longer word is no misspelled id. */
const MAX_ID_CHARACTERS = 40;

/** The line that a comment is for. */
function lineFor({ lines }: LintedFile, commentLine: number): number {
  return lines.isComment(commentLine) ? lines.nextContent(commentLine) : commentLine;
}

/** Whether a file may have an ignore comment. Most have none, so their comments need not be listed. */
function hasMark(octets: Uint8Array): boolean {
  const [first] = MARK;
  const start = first.charCodeAt(0);
  for (
    let at = indexOf(octets, start, 0, octets.length);
    at < octets.length;
    at = indexOf(octets, start, at + 1, octets.length)
  ) {
    let length = 1;
    while (length < MARK.length && octets[at + length] === MARK.charCodeAt(length)) length++;
    if (length === MARK.length) return true;
  }
  return false;
}
