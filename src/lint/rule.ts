/**
 * What a lint rule is: data that its check, the command and docs/lint.md share; and what its check reports.
 */
import { DIAGNOSTICS, type DiagnosticCode, type Severity } from '../diagnostics.js';
import type { Span } from '../octets.js';
import type { ProfileName } from '../profiles.js';

/** A lint rule: what it finds, why that matters, and what to do about it. */
export interface LintRule {
  /** How serious its findings are unless an option sets another severity. */
  readonly severity: Severity;
  /** What was found, in one or two sentences. */
  readonly title: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do about it. */
  readonly fix: string;
  /** A file with exactly one finding of this rule. `\xE9` is the octet E9. */
  readonly example: string;
  /** The same file without the finding. */
  readonly better: string;
  /** Documents and pages that say so. */
  readonly sources: readonly string[];
  /** Present if some findings of this rule come with a certain fix. */
  readonly autofix?: Autofix;
}

/** What the certain fixes of a rule do. */
export interface Autofix {
  /** What the fix changes in the file. */
  readonly does: string;
  /** The profiles under which it may change a verdict, a delay or a usage preference. Empty: it changes none of these under any profile. */
  readonly changesVerdictsUnder: readonly ProfileName[];
}

/** One replacement in a file. It touches a single line, or removes one. */
export interface Fix {
  /** The octets that it replaces. */
  readonly span: Span;
  /** What it puts in their place, as UTF-8. */
  readonly text: string;
}

/** Rules by id. */
export type RuleTable = { readonly [id: string]: LintRule };

/** What the check of some rules adds its findings to. */
export interface RuleReport<Rules> {
  /** Whether a rule is on. */
  wants(rule: keyof Rules): boolean;

  /**
   * Adds a finding, if its rule is on and no comment ignores it.
   *
   * @param span the octets that it is about
   * @param message makes the message; not called for findings past the bound
   * @param fix makes the fix, if there is a certain one
   */
  add(rule: keyof Rules, line: number, span: Span, message: () => string, fix?: () => Fix | null): void;
}

/** A rule as its file has it. Without `better`, that is {@link USUAL}. */
type Given<Omitted extends keyof LintRule> = Omit<LintRule, Omitted | 'better'> & {
  readonly better?: string;
};

/** What most examples are without their finding. */
const USUAL = 'User-agent: *\nDisallow: /private/\n';

/** Make a rule of a severity. */
export const error = ruleOf('error');
export const warning = ruleOf('warning');
export const info = ruleOf('info');

function ruleOf(severity: Severity) {
  return (given: Given<'severity'>): LintRule => ({ severity, better: USUAL, ...given });
}

/** Makes a rule for a diagnostic of parsing. Its severity, unless given, its title and its fix are the diagnostic's. */
export function ofDiagnostic(
  code: DiagnosticCode,
  given: Given<'severity' | 'title' | 'fix'> & { readonly severity?: Severity },
): LintRule {
  const { severity, found, fix } = DIAGNOSTICS[code];
  return { severity, title: found, fix, better: USUAL, ...given };
}

/** Every profile, for fixes that change what the file says. */
export const EVERY_PROFILE: readonly ProfileName[] = [
  'rfc9309',
  'google',
  'draft-koster-rep-00',
  'koster-1996',
];
