/** A run of the suite as the XML that JUnit's Ant task writes. */
import { xmlText } from '../../../command-line/src/machine-text.js';
import type { Outcome } from '../outcome.js';
import { isFatal, outcomesOf, type Report } from '../report.js';
import type { CaseFacts } from '../suite/cases.js';

/** A suite for each section. A case that fails and need not pass counts as skipped. */
export function* junitReport(report: Report): Generator<string, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals(report, outcomesOf(report))}>\n`;
  for (const { name, outcomes } of report.sections) {
    yield `  <testsuite name="${xmlText(name)}" ${totals(report, outcomes)}>\n`;
    for (const outcome of outcomes) yield testCase(report, name, outcome);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function totals(report: Report, outcomes: readonly Outcome<CaseFacts>[]): string {
  const failures = outcomes.filter((outcome) => isFatal(report, outcome)).length;
  const skipped = outcomes.filter(({ isPassed }) => !isPassed).length - failures;
  return `tests="${outcomes.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function testCase(report: Report, section: string, outcome: Outcome<CaseFacts>): string {
  const { case: one, isPassed, expected, got } = outcome;
  const start = `    <testcase classname="${xmlText(section)}" name="${xmlText(one.id)}"`;
  if (isPassed) return `${start}/>\n`;
  const message = xmlText(`expected ${expected}; got ${got}`);
  const why = xmlText(`${one.why} (${one.section}, ${one.class})`);
  const inside = isFatal(report, outcome)
    ? `<failure message="${message}">${why}</failure>`
    : `<skipped message="${message}"/>`;
  return `${start}>\n      ${inside}\n    </testcase>\n`;
}
