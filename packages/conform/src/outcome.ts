/**
 * The outcome of each case, and the score.
 */

import type { Reply } from './program/ask.js';
import { replyText, verdictText } from './reply-text.js';
import { CASE_CLASSES, type CaseClass, type CaseFacts, type Expected, type Side } from './suite/cases.js';

/** What the program made of a case. */
export interface Outcome<Case extends CaseFacts> {
  readonly case: Case;
  /** A disputed case passes with the answer of any side. */
  readonly isPassed: boolean;
  /** What was expected, in words. */
  readonly expected: string;
  /** What the program answered, in words. */
  readonly got: string;
  /** In a disputed case, the sides whose answer this is. */
  readonly sides: readonly string[];
}

/** How many cases of a class passed. */
export interface Tally {
  readonly passed: number;
  readonly of: number;
}

/** The tallies of the classes that have cases. */
export type Tallies = { readonly [name in CaseClass]?: Tally };

/** A case that says what is expected, or what each side of a dispute expects. */
export interface JudgedCase extends CaseFacts {
  readonly expected: Expected | null;
  readonly sides: readonly Side[];
}

/**
 * Judges a reply.
 *
 * @param withLines whether the deciding line must be right, too
 */
export function outcomeOf<Case extends JudgedCase>(
  one: Case,
  reply: Reply,
  withLines: boolean,
): Outcome<Case> {
  const { expected, sides } = one;
  const common = { case: one, got: replyText(reply) };
  if (expected !== null) {
    const isPassed = meets(reply, expected, withLines);
    return { ...common, isPassed, expected: verdictText(expected.allowed, expected.line), sides: [] };
  }
  const taken = sides.filter((side) => meets(reply, side, withLines));
  return {
    ...common,
    isPassed: taken.length > 0,
    expected: sides.map((side) => `${verdictText(side.allowed, side.line)}, says ${side.source}`).join('; '),
    sides: taken.map(({ source }) => source),
  };
}

function meets(reply: Reply, expected: Expected, withLines: boolean): boolean {
  return (
    reply.kind === 'verdict' &&
    reply.allowed === expected.allowed &&
    (!withLines || reply.line === expected.line)
  );
}

/** Counts outcomes by class. */
export function talliesOf(outcomes: readonly Outcome<CaseFacts>[]): Tallies {
  const entries = CASE_CLASSES.map((name) => {
    const ofClass = outcomes.filter((outcome) => outcome.case.class === name);
    return [name, { passed: ofClass.filter(({ isPassed }) => isPassed).length, of: ofClass.length }] as const;
  });
  return Object.fromEntries(entries.filter(([, { of }]) => of > 0));
}

/** How many answers name a deciding line, and how many of these are right; disputed cases are not counted. */
export interface LineTally {
  readonly named: number;
  readonly right: number;
}

/** Compares the deciding lines of right verdicts. */
export function lineTallyOf(
  judged: Iterable<readonly [expected: Expected | null, reply: Reply | undefined]>,
): LineTally {
  let named = 0;
  let right = 0;
  for (const [expected, reply] of judged) {
    if (expected === null || reply?.kind !== 'verdict' || reply.line === null) continue;
    if (reply.allowed !== expected.allowed) continue;
    named += 1;
    if (reply.line === expected.line) right += 1;
  }
  return { named, right };
}
