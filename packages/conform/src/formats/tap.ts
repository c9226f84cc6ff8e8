/** A run of the suite in the Test Anything Protocol, version 14. */
import { tapDetails, tapText } from '../../../command-line/src/machine-text.js';
import { isFatal, outcomesOf, type Report } from '../report.js';

/** A test for each case. The failure of a case that need not pass is a TODO, which consumers do not count. */
export function* tapReport(report: Report): Generator<string, void> {
  const outcomes = outcomesOf(report);
  yield `TAP version 14\n1..${outcomes.length}\n`;
  for (const [index, outcome] of outcomes.entries()) {
    const { case: one, isPassed, expected, got, sides } = outcome;
    const description = tapText(`${one.id} ${one.why}`);
    const directive = isPassed || isFatal(report, outcome) ? '' : ` # TODO ${one.class}`;
    const side = sides.length === 0 ? '' : tapText(` (disputed: as ${sides.join(', ')})`);
    yield `${isPassed ? 'ok' : 'not ok'} ${index + 1} - ${description}${side}${directive}\n`;
    if (isPassed) continue;
    yield* tapDetails({ section: one.section, class: one.class, expected, got });
  }
}
