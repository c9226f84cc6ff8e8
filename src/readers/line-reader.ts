/**
 * From octets to groups, for readers that go through a file line by line: most do, and differ along a few axes.
 */
import { DecodedFile, type Decoding } from './decoded-file.js';
import { type LineEnds, linesOf } from './lines.js';
import type {
  Agent,
  GroupRecord,
  Part,
  Pattern,
  ReaderDelay,
  ReaderFile,
  ReaderGroup,
  ReaderRule,
} from './reader.js';
import { textOf, trimmedPart } from './white-space.js';

/** What a field means to a reader. A `delay` is none of a rule, but may end a run of user-agent lines. */
export type FieldMeaning = 'user-agent' | 'allow' | 'disallow' | 'delay';

/** How a reader goes through a file. */
export interface LineAxes {
  readonly decoding: Decoding;
  /** What it does with a file that is not UTF-8: it reads it all the same, or it refuses the site. */
  readonly invalidUtf8?: 'read' | 'disallow-all' | undefined;
  readonly lineEnds: LineEnds;
  /** The characters that it trims. */
  readonly space: RegExp;
  /** The spellings of the fields that it knows, in lower case. */
  readonly fields: { readonly [spelling: string]: FieldMeaning };
  /** Where the field and the value of a line are, before they are trimmed; by default at both sides of the first colon. */
  readonly separate?: ((text: string, line: Part) => GroupRecord | null) | undefined;
  /** Whether an empty line ends a group. */
  readonly emptyLine: 'ends-group' | 'means-nothing';
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
  /** Throws {@link StopsReading} for a delay with which the reader fails. */
  readonly checkDelay?: ((value: string, field: string) => void) | undefined;
}

/** The reader fails at a line: it has the groups before that line's, and no others. */
export class StopsReading extends Error {}

/** Groups the records of a file. */
export function readLines(octets: Uint8Array, axes: LineAxes): ReaderFile {
  return readText(new DecodedFile(octets, axes.decoding), axes);
}

/** Groups the records of a file that is decoded. */
export function readText(file: DecodedFile, axes: LineAxes): ReaderFile {
  if (!file.isValid && axes.invalidUtf8 === 'disallow-all') return { groups: [], instead: 'disallow-all' };
  const fold = new GroupFold(axes);
  try {
    for (const line of linesOf(file.text, axes.lineEnds)) fold.add(file.text, line);
    fold.end();
  } catch (error) {
    if (!(error instanceof StopsReading)) throw error;
  }
  return { groups: fold.groups };
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
  private readonly axes: LineAxes;
  private open: OpenGroup | null = null;
  /** Whether the next user-agent line begins a group. */
  private agentsEnded = false;
  /** Whether the open group has a rule or a delay, even one that is ignored. */
  private hasRules = false;

  constructor(axes: LineAxes) {
    this.axes = axes;
  }

  add(text: string, line: Part): void {
    const { axes } = this;
    if (line.start === line.end && axes.emptyLine === 'ends-group') this.end();
    const record = recordOf(text, line, axes);
    if (record === null) return;
    const field = textOf(text, record.field).toLowerCase();
    const meaning = Object.hasOwn(axes.fields, field) ? axes.fields[field] : undefined;
    const value = textOf(text, record.value);
    if (meaning === 'user-agent') this.addAgent(record, value);
    else if (this.open === null) return;
    else if (meaning === undefined) this.agentsEnded ||= axes.endsAgents === 'records';
    else if (meaning === 'delay') {
      axes.checkDelay?.(value, field);
      this.open.delays.push({ value, agentsBefore: this.open.agents.length });
      this.agentsEnded ||= axes.endsAgents !== 'rules';
      this.hasRules = true;
    } else this.addRule(this.open, record, value, meaning === 'allow');
  }

  /** Closes the open group. */
  end(): void {
    if (this.open !== null && (this.hasRules || this.axes.groupWithoutRules === 'kept')) {
      this.groups.push(this.open);
    }
    this.open = null;
    this.agentsEnded = false;
    this.hasRules = false;
  }

  private addAgent(record: GroupRecord, value: string): void {
    if (this.agentsEnded) this.end();
    this.open ??= { agents: [], rules: [], delays: [] };
    const name = this.axes.nameOf(value);
    if (name !== null) this.open.agents.push({ ...record, name });
  }

  private addRule(group: OpenGroup, record: GroupRecord, value: string, isAllow: boolean): void {
    const allows = this.axes.allows?.(isAllow, value) ?? isAllow;
    const patterns = this.axes.patternsOf(value, allows);
    this.agentsEnded = true;
    this.hasRules = true;
    if (patterns !== null)
      group.rules.push({ ...record, directive: isAllow ? 'allow' : 'disallow', allows, patterns });
  }
}

/** The field and the value of a line, trimmed; null if it has none. A comment begins at any `#`. */
export function recordOf(
  text: string,
  line: Part,
  { space, separate = atColon }: Pick<LineAxes, 'space' | 'separate'>,
): GroupRecord | null {
  const record = separate(text, contentOf(text, line, space));
  if (record === null) return null;
  return { field: trimmedPart(text, record.field, space), value: trimmedPart(text, record.value, space) };
}

/** A line up to its first `#`, trimmed. */
export function contentOf(text: string, { start, end }: Part, space: RegExp): Part {
  const hash = text.slice(start, end).indexOf('#');
  return trimmedPart(text, { start, end: hash < 0 ? end : start + hash }, space);
}

/** The parts of a line at both sides of its first colon. */
export function atColon(text: string, { start, end }: Part): GroupRecord | null {
  const colon = text.slice(start, end).indexOf(':') + start;
  if (colon < start) return null;
  return { field: { start, end: colon }, value: { start: colon + 1, end } };
}
