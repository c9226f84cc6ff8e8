/**
 * What a publisher states about one category of use, and how several statements combine (docs/semantics.md §7.4).
 */

/** What is stated about a category. `unknown` is neither yes nor no: nothing valid is stated. */
export type UsagePreference = 'allowed' | 'disallowed' | 'unknown';

/** A preference, and what decides it. */
export interface CategoryPreference {
  readonly preference: UsagePreference;
  /** The lines that decide, from 1, in file order; empty if none does. */
  readonly lines: readonly number[];
  /** Whether the HTTP header decides, alone or with the lines. */
  readonly inHeader: boolean;
}

/** What one statement says about a category; `line` is null for the HTTP header. */
export interface Stated {
  readonly allows: boolean;
  readonly line: number | null;
}

/** Nothing is stated. */
export const UNKNOWN: CategoryPreference = Object.freeze({
  preference: 'unknown',
  lines: Object.freeze([]),
  inHeader: false,
});

/** Combines statements about one category: one that disallows decides, else one that allows. */
export function combined(statements: readonly Stated[]): CategoryPreference {
  if (statements.length === 0) return UNKNOWN;
  const allows = statements.every((statement) => statement.allows);
  const deciding = statements.filter((statement) => statement.allows === allows);
  const lines = new Set(deciding.map(({ line }) => line));
  const inHeader = lines.delete(null);
  return {
    preference: allows ? 'allowed' : 'disallowed',
    lines: [...lines].filter((line) => line !== null),
    inHeader,
  };
}

/** The statements that a preference is made of, to combine it with others. */
export function statedBy({ preference, lines, inHeader }: CategoryPreference): Stated[] {
  if (preference === 'unknown') return [];
  const allows = preference === 'allowed';
  const places = inHeader ? [...lines, null] : lines;
  return places.map((line) => ({ allows, line }));
}
