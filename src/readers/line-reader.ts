/**
 * From octets to groups, for readers that go through a file line by line: most do, and differ along a few axes.
 */
import { COLON, HASH } from '../ascii.js';
import { DecodedFile, type Decoding } from './decoded-file.js';
import { type LineEnds, linesOf } from './lines.js';
import {
  type Agent,
  agentOf,
  type GroupRecord,
  type Part,
  type Pattern,
  type ReaderDelay,
  type ReaderFile,
  type ReaderGroup,
  type ReaderRule,
  ruleOf,
} from './reader.js';
import { type CharacterSet, indexIn, textOf, trimmedPart } from './white-space.js';

/** What a field means to a reader. A `delay` is none of a rule, but may end a run of user-agent lines. */
export type FieldMeaning = 'user-agent' | 'allow' | 'disallow' | 'delay';

/** How a reader goes through a file. */
export interface LineAxes {
  readonly decoding: Decoding;
  /** What it does with a file that is not UTF-8: it reads it all the same, or it refuses the site. */
  readonly invalidUtf8?: 'read' | 'disallow-all' | undefined;
  readonly lineEnds: LineEnds;
  /** The characters that it trims. */
  readonly space: CharacterSet;
  /** The spellings of the fields that it knows, in lower case. */
  readonly fields: { readonly [spelling: string]: FieldMeaning };
  /** The line without its comment, and trimmed; by default, a comment begins at any `#`. */
  readonly content?: ((text: string, line: Part, space: CharacterSet) => Part) | undefined;
  /** Where the field and the value of a line are, before they are trimmed; by default at both sides of the first colon. */
  readonly separate?: ((text: string, line: Part) => GroupRecord | null) | undefined;
  /** Which lines end a group: those without a character, or none. */
  readonly groupEndsAt: 'empty-line' | 'no-line';
  /** The records after which a user-agent line begins a group: rules, also delays, or all that have a separator. */
  readonly endsAgents: 'rules' | 'rules-and-delays' | 'records';
  /** What becomes of a group without rules and delays. */
  readonly groupWithoutRules: 'kept' | 'dropped';
  /** The form in which names are compared; null for a line that it ignores. */
  readonly nameOf: (value: string) => string | null;
  /** The patterns of a rule; null for a rule that it ignores. */
  readonly patternsOf: (value: string, allows: boolean) => readonly Pattern[] | null;
  /** Whether a rule allows, by what it says; a disallow rule without a value does for some. */
  readonly allows?: ((allows: boolean, value: string) => boolean) | undefined;
  /**
   * Whether the value of a delay is one, so that the line counts; by default any is.
   *
   * @throws {StopsReading} if the reader fails with it
   */
  readonly isDelay?: ((value: string, field: string) => boolean) | undefined;
}

/** The reader fails at a line: it has the groups before that line's, and no others. */
export class StopsReading extends Error {}

/** Groups the records of a file. */
export function readLines(octets: Uint8Array, axes: LineAxes): ReaderFile {
  return readText(new DecodedFile(octets, axes.decoding), axes);
}

/** Groups the records of a file that is decoded. */
export function readText(file: DecodedFile, axes: LineAxes): ReaderFile {
  if (!file.isValid && axes.invalidUtf8 === 'disallow-all') {
    return { file, groups: [], instead: 'disallow-all' };
  }
  const fold = new GroupFold(axes);
  try {
    for (const line of linesOf(file.text, axes.lineEnds)) fold.add(file.text, line);
  } catch (error) {
    if (error instanceof StopsReading) return { file, groups: fold.groups };
    throw error;
  }
  return { file, groups: fold.groups, endsInGroup: fold.end() };
}

/** A group while it is read. */
interface OpenGroup extends ReaderGroup {
  readonly agents: Agent[];
  readonly rules: ReaderRule[];
  readonly delays: ReaderDelay[];
}

/** Collects groups. */
class GroupFold {
  readonly groups: ReaderGroup[] = [];
  readonly #axes: LineAxes;
  #open: OpenGroup | null = null;
  /** Whether the next user-agent line begins a group. */
  #agentsEnded = false;
  /** Whether the open group has a rule or a delay, even one that is ignored. */
  #hasRules = false;

  constructor(axes: LineAxes) {
    this.#axes = axes;
  }

  add(text: string, line: Part): void {
    const axes = this.#axes;
    if (axes.groupEndsAt === 'empty-line' && line.start === line.end) this.end();
    const record = recordOf(text, line, axes);
    if (record === null) return;
    const field = textOf(text, record.field).toLowerCase();
    const meaning = Object.hasOwn(axes.fields, field) ? axes.fields[field] : undefined;
    const value = textOf(text, record.value);
    if (meaning === 'user-agent') this.#addAgent(record, value);
    else if (this.#open === null) return;
    else if (meaning === undefined) this.#agentsEnded ||= axes.endsAgents === 'records';
    else if (meaning === 'delay') {
      if (axes.isDelay?.(value, field) === false) return;
      this.#open.delays.push({ value, agentsBefore: this.#open.agents.length });
      this.#agentsEnded ||= axes.endsAgents !== 'rules';
      this.#hasRules = true;
    } else this.#addRule(this.#open, record, value, meaning === 'allow');
  }

  /** Closes the open group, and says whether one is kept. */
  end(): boolean {
    const closed = this.#hasRules || this.#axes.groupWithoutRules === 'kept' ? this.#open : null;
    if (closed !== null) this.groups.push(closed);
    this.#open = null;
    this.#agentsEnded = false;
    this.#hasRules = false;
    return closed !== null;
  }

  #addAgent(record: GroupRecord, value: string): void {
    if (this.#agentsEnded) this.end();
    this.#open ??= { agents: [], rules: [], delays: [] };
    const name = this.#axes.nameOf(value);
    if (name !== null) this.#open.agents.push(agentOf(record, name));
  }

  #addRule(group: OpenGroup, record: GroupRecord, value: string, isAllow: boolean): void {
    const allows = this.#axes.allows?.(isAllow, value) ?? isAllow;
    const patterns = this.#axes.patternsOf(value, allows);
    this.#agentsEnded = true;
    this.#hasRules = true;
    if (patterns === null) return;
    group.rules.push(ruleOf(record, isAllow ? 'allow' : 'disallow', allows, patterns));
  }
}

/** The field and the value of a line, trimmed; null if it has none. */
export function recordOf(
  text: string,
  line: Part,
  { space, content = contentOf, separate = atColon }: Pick<LineAxes, 'space' | 'content' | 'separate'>,
): GroupRecord | null {
  const record = separate(text, content(text, line, space));
  if (record === null) return null;
  return { field: trimmedPart(text, record.field, space), value: trimmedPart(text, record.value, space) };
}

/** A line up to its first `#`, trimmed. */
export function contentOf(text: string, line: Part, space: CharacterSet): Part {
  const hash = indexIn(text, HASH, line);
  return trimmedPart(text, hash < 0 ? line : { start: line.start, end: hash }, space);
}

/** The parts of a line at both sides of its first colon. */
export function atColon(text: string, line: Part): GroupRecord | null {
  const colon = indexIn(text, COLON, line);
  if (colon < 0) return null;
  return { field: { start: line.start, end: colon }, value: { start: colon + 1, end: line.end } };
}
