/** Checks what all findings of a file claim, and what their fixes promise. */
import { LINT_RULES, lint } from '../../src/lint/index.js';
import { READERS } from '../../src/readers/index.js';
import { CLAIMS } from './claims.js';
import { EditedFile } from './edited-file.js';
import { ALL_PROFILES, firstDifference, Questions } from './questions.js';

/** Some programs that differ in unlike ways: more would take longer. */
const SOME_READERS = [READERS['python-3.11'], READERS['temoto-1']];

/** What is wrong with the findings of a file, one line for each. */
export function wrongClaims(octets: Uint8Array): string[] {
  const file = new EditedFile(octets);
  const wrong: string[] = [];
  for (const finding of lint(file.document, { readers: SOME_READERS }).findings) {
    const questions = new Questions(file.document, finding.line);
    const checker = CLAIMS[finding.rule];
    const found = typeof checker === 'function' ? checker({ finding, file, questions }) : null;
    if (found !== null) wrong.push(`${finding.line} ${finding.rule}: ${found}\n  ${finding.message}`);
    const { fix: one } = finding;
    const promised = LINT_RULES[finding.rule].autofix?.changesVerdictsUnder ?? [];
    const kept = ALL_PROFILES.filter((profile) => !promised.includes(profile));
    const changed =
      one === null
        ? null
        : firstDifference(octets, file.replaced(one.span, one.text), questions, kept, 'everything');
    if (changed !== null) wrong.push(`${finding.line} ${finding.rule}: its fix changes ${changed}`);
  }
  return wrong;
}
