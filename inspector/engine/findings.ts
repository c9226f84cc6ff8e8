/** What the lint finds, as plain data. */
import { type Finding, fix, LINT_RULES, lint, type RuleId } from 'robotstream/lint';
import type { RobotsDocument } from 'robotstream/web';

/** A rule of the lint that found something. */
export interface ShownRule {
  /** What was found, in one or two sentences. */
  readonly title: string;
  /** Why it matters. */
  readonly why: string;
}

export interface FileFindings {
  /** In file order. */
  readonly findings: readonly Finding[];
  /** The rules of these findings, by id. */
  readonly rules: { readonly [id in RuleId]?: ShownRule };
  /** How many further findings of each rule are not listed. */
  readonly omitted: readonly (readonly [RuleId, number])[];
  /** Whether every check was made. False if comparing the rules with each other took too much work. */
  readonly isComplete: boolean;
}

/** Lints a file. */
export function fileFindings(document: RobotsDocument): FileFindings {
  const { findings, omitted, isComplete } = lint(document);
  const rules: { [id in RuleId]?: ShownRule } = {};
  for (const { rule } of findings) {
    const { title, why } = LINT_RULES[rule];
    rules[rule] = { title, why };
  }
  return { findings, rules, omitted: [...omitted], isComplete };
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
