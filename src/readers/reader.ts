/**
 * A reader: a program or a service as it reads robots.txt, in four steps. The octets become groups; a name selects some of them; a
 * URL becomes the text that rules are compared with; one of the rules decides.
 */
import type { DecodedFile } from './decoded-file.js';

/** The characters `start` to `end`, without the last, of a file's text. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A record of a group: where its field and its value are, as the reader takes them. */
export interface GroupRecord {
  readonly field: Part;
  readonly value: Part;
}

/** A user-agent line. */
export interface Agent extends GroupRecord {
  /** The name in the form in which the reader compares names. */
  readonly name: string;
}

/** A user-agent line. Its members are not spread: a file can have 40,000 of them. */
export function agentOf({ field, value }: GroupRecord, name: string): Agent {
  return { field, value, name };
}

/** What a rule is compared with: a rule may stand for several patterns. */
export interface Pattern {
  /** The text, in the form in which the reader compares it. */
  readonly text: string;
  /** How the text is compared: as the start of a path, as the whole path, or by the parts between its wildcards. */
  readonly kind: 'prefix' | 'whole' | 'wildcards';
  /** The parts between wildcards, if that is the kind. */
  readonly parts?: readonly string[] | undefined;
  /** Whether the last part must end the path, if it is compared by parts. */
  readonly isAnchored?: boolean | undefined;
  /** Whether an anchored last part is looked for where it first occurs, and not at the end. */
  readonly isGreedy?: boolean | undefined;
  /** How the pattern ranks among those that match; the highest decides. Readers that go by the order of the file ignore it. */
  readonly rank: number;
  /** The origin to which the pattern is limited, if it is a whole URL and the reader takes it for one. */
  readonly origin?: string | undefined;
}

/** An allow rule or a disallow rule. */
export interface ReaderRule extends GroupRecord {
  readonly directive: 'allow' | 'disallow';
  /** What the rule does. Only a disallow rule without a value does not what its directive says: it allows. */
  readonly allows: boolean;
  readonly patterns: readonly Pattern[];
}

/** A rule. Its members are not spread: a file can have 40,000 of them. */
export function ruleOf(
  { field, value }: GroupRecord,
  directive: ReaderRule['directive'],
  allows: boolean,
  patterns: readonly Pattern[],
): ReaderRule {
  return { field, value, directive, allows, patterns };
}

/** The time between two requests that a group asks for. */
export interface ReaderDelay {
  readonly value: string;
  /** How many of the group's user-agent lines come before it. */
  readonly agentsBefore: number;
}

/** User-agent lines, and the rules below them. */
export interface ReaderGroup {
  readonly agents: readonly Agent[];
  readonly rules: readonly ReaderRule[];
  /** For readers that judge by delays, too. */
  readonly delays: readonly ReaderDelay[];
}

/** A file as a reader reads it. */
export interface ReaderFile {
  /** Its text, in which the records are. */
  readonly file: DecodedFile;
  readonly groups: readonly ReaderGroup[];
  /** Whether the file ends within its last group: one reader takes that for a group of its own kind. */
  readonly endsInGroup?: boolean | undefined;
  /** Set if the reader ignores the rules: what it does with every URL. */
  readonly instead?: 'allow-all' | 'disallow-all' | undefined;
}

/** The groups that a crawler obeys, and the line of each that selects it. */
export interface ReaderSelection {
  readonly by: 'name' | 'wildcard' | 'nothing';
  /** In the order in which their rules are tried. */
  readonly chosen: readonly { readonly group: number; readonly agent: number }[];
  /** Set if the reader ignores the rules of these groups: what it does with every URL. */
  readonly instead?: 'allow-all' | 'disallow-all' | undefined;
}

/** How a program or a service reads robots.txt. */
export interface Reader {
  /** Groups a file. */
  read(octets: Uint8Array): ReaderFile;
  /** Selects the groups of a crawler. */
  select(file: ReaderFile, agent: string): ReaderSelection;
  /**
   * The text that patterns are compared with; null for the URL of the file itself if the reader always allows it; undefined
   * if the reader does not accept the URL, so that no rule applies.
   */
  target(url: string): string | null | undefined;
  /** Finds the rule that decides: its index, or -1. Few readers need the URL besides the text that they compare. */
  decide(rules: readonly ReaderRule[], target: string, url: string): number;
}
