/**
 * The cases of the suite as `conformance/README.md` describes them, and the check that a file has that shape.
 */
import { InputError } from '../../../command-line/src/exit.js';

/** The classes, in the order in which scores show them. */
export const CASE_CLASSES = ['required', 'settled', 'limits', 'disputed'] as const;

export type CaseClass = (typeof CASE_CLASSES)[number];

/** A verdict, and the line of the rule that decides; 0 if none does. */
export interface Expected {
  readonly allowed: boolean;
  readonly line: number;
}

/** What one side of a dispute answers. */
export interface Side extends Expected {
  /** The document or program that answers so. */
  readonly source: string;
  readonly says: string;
}

/** Octets: text as UTF-8, or Base64; as often as `repeat` says. */
export interface Part {
  readonly text?: string;
  readonly base64?: string;
  readonly repeat?: number;
}

/** What all kinds of cases have. */
export interface CaseFacts {
  readonly id: string;
  /** The document and section that decides, such as `RFC 9309 §2.2.1`. */
  readonly section: string;
  readonly requirement: string;
  readonly profile: string;
  readonly class: CaseClass;
  readonly why: string;
}

/** One robots.txt, one question, one verdict. */
export interface MatchingCase extends CaseFacts {
  readonly parts: readonly Part[];
  readonly agents: readonly string[];
  readonly url: string;
  /** Null in a disputed case. */
  readonly expected: Expected | null;
  /** The sides of a dispute; empty in all other cases. */
  readonly sides: readonly Side[];
}

type Members = { readonly [name: string]: unknown };

/** @throws {InputError} if it is not a case; `place` says where it is */
export function matchingCaseOf(value: unknown, place: string): MatchingCase {
  const members = membersOf(value, place);
  const facts = factsOf(members, place);
  const at = `${place}, ${facts.id}`;
  const isDisputed = facts.class === 'disputed';
  return {
    ...facts,
    parts: partsOf(members, at),
    agents: list(members, 'agents', at).map((agent) => text({ agents: agent }, 'agents', at)),
    url: text(members, 'url', at),
    expected: isDisputed ? null : expectedOf(members, at),
    sides: isDisputed ? list(members, 'answers', at).map((side) => sideOf(side, at)) : [],
  };
}

/** @throws {InputError} if a member is missing or is of another type */
export function factsOf(members: Members, place: string): CaseFacts {
  const id = text(members, 'id', place);
  const at = `${place}, ${id}`;
  const given = text(members, 'class', at);
  const known = CASE_CLASSES.find((name) => name === given);
  if (known === undefined) throw wrong(at, 'class', given, `one of ${CASE_CLASSES.join(', ')}`);
  return {
    id,
    section: text(members, 'section', at),
    requirement: text(members, 'requirement', at),
    profile: text(members, 'profile', at),
    class: known,
    why: text(members, 'why', at),
  };
}

/** @throws {InputError} if there is not exactly one of `robots`, `robotsBase64` and `robotsParts` */
export function partsOf(members: Members, at: string): readonly Part[] {
  const { robots, robotsBase64, robotsParts } = members;
  if ([robots, robotsBase64, robotsParts].filter((given) => given !== undefined).length !== 1) {
    throw new InputError(`${at}: one of "robots", "robotsBase64" and "robotsParts" is expected`);
  }
  if (robots !== undefined) return [{ text: text(members, 'robots', at) }];
  if (robotsBase64 !== undefined) return [{ base64: text(members, 'robotsBase64', at) }];
  return list(members, 'robotsParts', at).map((part) => partOf(membersOf(part, at), at));
}

function partOf(members: Members, at: string): Part {
  const repeat = members.repeat === undefined ? {} : { repeat: wholeNumber(members, 'repeat', at) };
  return members.text === undefined
    ? { ...repeat, base64: text(members, 'base64', at) }
    : { ...repeat, text: text(members, 'text', at) };
}

function sideOf(value: unknown, at: string): Side {
  const members = membersOf(value, at);
  return {
    ...expectedOf(members, at),
    source: text(members, 'source', at),
    says: text(members, 'says', at),
  };
}

function expectedOf(members: Members, at: string): Expected {
  const { allowed } = members;
  if (typeof allowed !== 'boolean') throw wrong(at, 'allowed', allowed, 'true or false');
  return { allowed, line: wholeNumber(members, 'line', at) };
}

/** @throws {InputError} if the value is not an object */
export function membersOf(value: unknown, at: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new InputError(`${at}: an object is expected, not ${JSON.stringify(value)}`);
}

/** @throws {InputError} if the member is not a text */
export function text(members: Members, name: string, at: string): string {
  const value = members[name];
  if (typeof value !== 'string') throw wrong(at, name, value, 'a string');
  return value;
}

/** @throws {InputError} if the member is not a list */
export function list(members: Members, name: string, at: string): readonly unknown[] {
  const value = members[name];
  if (!Array.isArray(value)) throw wrong(at, name, value, 'a list');
  return value;
}

/** @throws {InputError} if the member is not a whole number */
export function wholeNumber(members: Members, name: string, at: string): number {
  const value = members[name];
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(at, name, value, 'a whole number');
  return value as number;
}

function wrong(at: string, name: string, value: unknown, accepted: string): InputError {
  const given = value === undefined ? 'missing' : JSON.stringify(value);
  return new InputError(`${at}: "${name}" is ${given}; ${accepted} is expected`);
}
