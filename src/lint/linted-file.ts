/**
 * A file as the checks see it: its document, and facts that several checks need.
 */
import { HASH, toLower } from '../ascii.js';
import type { RobotsFile } from '../ast/file.js';
import { forEachRow } from '../ast/file-rows.js';
import { lastAtOrBefore } from '../ast/groups.js';
import type { Group } from '../ast/nodes.js';
import type { Matcher } from '../match/matcher.js';
import type { Span } from '../octets.js';
import type { AnyProfile, ProfileName } from '../profiles.js';
import { aDocument, fileOf, type RobotsDocument } from '../robots-document.js';
import { decodeText } from '../stream/octet-text.js';
import * as Row from '../stream/row.js';
import { LineTable } from './line-table.js';
import type { Fix } from './rule.js';
import { type GroupSelection, selectionsOf } from './selections.js';
import { MATCHER_FACTOR, type WorkBudget } from './work-budget.js';

export class LintedFile {
  readonly document: RobotsDocument;
  /** The data of the document. */
  readonly parsed: RobotsFile;
  readonly octets: Uint8Array;
  /** The URL of the file, if it is known. */
  readonly url: URL | null;
  /** The budget of checks that compare rules with each other. */
  readonly budget: WorkBudget;
  /** The programs that are asked how they read the file. */
  readonly readers: readonly AnyProfile[];
  readonly #selections = new Map<ProfileName, readonly GroupSelection[]>();
  readonly #weights = new Map<Group, number>();
  #lines: LineTable | undefined;
  #linesAboveSignals: Uint8Array | undefined;

  /** @throws {TypeError} if it is not a document */
  constructor(
    document: RobotsDocument,
    url: URL | null,
    budget: WorkBudget,
    readers: readonly AnyProfile[] = [],
  ) {
    aDocument(document, 'document');
    this.document = document;
    this.url = url;
    this.budget = budget;
    this.readers = readers;
    this.parsed = fileOf(document);
    this.octets = this.parsed.octets;
  }

  get lines(): LineTable {
    this.#lines ??= new LineTable(this.parsed);
    return this.#lines;
  }

  /** The groups that crawlers obey together: {@link selectionsOf}. */
  selections(profile: ProfileName): readonly GroupSelection[] {
    let selections = this.#selections.get(profile);
    if (selections === undefined) {
      selections = selectionsOf(this.document, profile);
      this.#selections.set(profile, selections);
    }
    return selections;
  }

  /** How many octets the patterns of groups have together, and one for each rule. Many selections can have one group. */
  weightOf(groups: readonly Group[]): number {
    let weight = 0;
    for (const group of groups) {
      let own = this.#weights.get(group);
      if (own === undefined) {
        own = group.rules.reduce((sum, { value }) => sum + 1 + value.end - value.start, 0);
        this.#weights.set(group, own);
      }
      weight += own;
    }
    return weight;
  }

  /** A matcher for a crawler; `null` if the budget is used up. */
  matcher(agents: string, profile?: AnyProfile): Matcher | null {
    if (!this.budget.take(this.octets.length * MATCHER_FACTOR)) return null;
    return this.document.matcher({ agents, profile });
  }

  /** Whether a change of a line could change which crawlers a `Content-Signal` below it is for (docs/semantics.md §7.5). */
  isAboveSignal(line: number): boolean {
    this.#linesAboveSignals ??= linesAboveSignals(this.parsed);
    return this.#linesAboveSignals[line] === 1;
  }

  /** The place of a line without its terminator. */
  lineSpan(line: number): Span {
    return { start: this.lines.start(line), end: this.lines.end(line) };
  }

  /** The place of a line with its terminator. */
  wholeLineSpan(line: number): Span {
    return { start: this.lines.start(line), end: this.lines.nextStart(line) };
  }

  /** The fix that removes a line, unless it has a `#`. */
  removalOf(line: number): Fix | null {
    const hasComment = this.octets.subarray(this.lines.start(line), this.lines.end(line)).includes(HASH);
    return hasComment ? null : { span: this.wholeLineSpan(line), text: '' };
  }

  /** Octets of the file as text. */
  text({ start, end }: Span): string {
    return decodeText(this.octets.subarray(start, end));
  }
}

/** The node of a line among nodes in file order; `null` if it has none there. */
export function nodeAt<Node extends { readonly line: number }>(
  nodes: readonly Node[],
  line: number,
): Node | null {
  const node = nodes[lastAtOrBefore(nodes, line, (one) => one.line)];
  return node?.line === line ? node : null;
}

/** The fields, in lower case, of lines that are for everyone after a sitemap. */
const SIGNALS = ['content-signal', 'license'];

/**
 * The lines, by number, below which a line of {@link SIGNALS} follows with no user-agent line and no rule between that all profiles read. Whether
 * one of these lines is a sitemap, or a rule, can decide whether that line is for everyone.
 */
function linesAboveSignals(file: RobotsFile): Uint8Array {
  const above = new Uint8Array(file.lines.lineCount + 1);
  let first = 0;
  forEachRow(file, (rows, at) => {
    const flags = Row.flagsOf(rows, at);
    const line = rows[at + Row.LINE];
    if (isSignal(file.octets, rows[at + Row.FIELD_START], rows[at + Row.FIELD_END])) {
      above.fill(1, first, line);
      first = line;
    }
    const directive = Row.directiveOf(flags);
    const isOfGroup = directive === Row.USER_AGENT || directive === Row.ALLOW || directive === Row.DISALLOW;
    const isPlain = Row.shapeOf(flags) === Row.RECORD && Row.spellingOf(flags) === Row.SPELLED_EXACTLY;
    if (isOfGroup && isPlain && (flags & Row.HAS_CONTROL) === 0) first = line;
  });
  return above;
}

function isSignal(octets: Uint8Array, start: number, end: number): boolean {
  const signal = SIGNALS.find(({ length }) => length === end - start);
  if (signal === undefined) return false;
  for (let i = 0; i < signal.length; i++) {
    if (toLower(octets[start + i]) !== signal.charCodeAt(i)) return false;
  }
  return true;
}
