/**
 * Which licenses (RSL 1.0) a new robots.txt names, and which it no longer names.
 */
import type { RobotsDocument } from 'robotstream';
import { type Style, visible } from '../../../command-line/src/terminal.js';
import type { Sides } from './url-comparison.js';

/** Licenses as their lines have them. */
export interface LicenseDifferences {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function licenseDifferences(before: RobotsDocument, after: RobotsDocument): LicenseDifferences {
  const [old, now] = [before, after].map(
    ({ licenses }) => new Set(licenses.map(({ url, value }) => url ?? value.text)),
  ) as [Set<string>, Set<string>];
  return {
    added: [...now].filter((license) => !old.has(license)),
    removed: [...old].filter((license) => !now.has(license)),
  };
}

/** The differences as text, in chunks. Verdicts do not depend on them. */
export function* licensesText({ before, after }: Sides, style: Style): Generator<string, void> {
  const { added, removed } = licenseDifferences(before.document, after.document);
  if (added.length + removed.length > 0) yield `\n${style.bold('Licenses')}\n`;
  for (const license of removed) yield `    ${style.dim('-')} ${visible(license)}\n`;
  for (const license of added) yield `    ${style.dim('+')} ${visible(license)}\n`;
}
