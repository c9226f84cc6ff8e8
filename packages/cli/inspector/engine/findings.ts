/** What the lint finds, as plain data. */
import { type Finding, fix, LINT_RULES, lint, type RuleId } from 'robotstream/lint';
import type { RobotsDocument } from 'robotstream/web';

export interface FileFindings {
  /** In file order. */
  readonly findings: readonly Finding[];
  /** Why each of these findings matters, by the id of its rule. */
  readonly whys: { readonly [id in RuleId]?: string };
  /** How many further findings of each rule are not listed. */
  readonly omitted: readonly (readonly [RuleId, number])[];
  /** Whether every check was made. False if comparing the rules with each other took too much work. */
  readonly isComplete: boolean;
}

/** Lints a file. */
export function fileFindings(document: RobotsDocument): FileFindings {
  const { findings, omitted, isComplete } = lint(document);
  const whys: { [id in RuleId]?: string } = {};
  for (const { rule } of findings) whys[rule] = LINT_RULES[rule].why;
  return { findings, whys, omitted: [...omitted], isComplete };
}

/** A file after its certain fixes. */
export interface FixedFile {
  /** The octets; null if nothing was fixed. */
  readonly octets: Uint8Array | null;
  /** How many findings were fixed. */
  readonly fixCount: number;
  /** Why the file may not be fixed; null if it may. */
  readonly refusal: string | null;
}

/** Applies every certain fix. */
export function fixedFile(document: RobotsDocument): FixedFile {
  const { octets, fixed, refusal } = fix(document);
  return { octets: fixed.length === 0 ? null : octets.slice(), fixCount: fixed.length, refusal };
}
