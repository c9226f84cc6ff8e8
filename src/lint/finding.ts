/**
 * The findings of the lint.
 */
import type { Severity } from '../diagnostics.js';
import type { Span } from '../octets.js';
import type { RuleId } from './rules.js';

/** A problem that a lint rule found in a file. */
export interface Finding {
  /** The id of the rule, a key of `LINT_RULES`. */
  readonly rule: RuleId;
  readonly severity: Severity;
  /** What was found here, and what to do about it. */
  readonly message: string;
  /** The line, from 1. */
  readonly line: number;
  /** The octet of the line at which the place starts, from 1. */
  readonly column: number;
  /** The octets that it is about, as offsets from 0 in the file. */
  readonly span: Span;
  /** A fix that is certain to do what the author meant; `null` if there is none. */
  readonly fix: Fix | null;
}

/** One replacement in a file. It touches a single line, or removes one. */
export interface Fix {
  /** The octets that it replaces. */
  readonly span: Span;
  /** What it puts in their place, as UTF-8. */
  readonly text: string;
}
