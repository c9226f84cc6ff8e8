/** A run of the suite as one JSON object. */
import { jsonText } from '../../../command-line/src/terminal.js';
import { talliesOf } from '../outcome.js';
import { isFatal, outcomesOf, type Report } from '../report.js';

export function* jsonReport(report: Report): Generator<string, void> {
  const { suiteVersion, profile, command, sections, demanded, lines, restarts, complaints } = report;
  const all = outcomesOf(report);
  const start = jsonText({
    suite: suiteVersion,
    profile,
    command,
    demanded,
    passed: !all.some((outcome) => isFatal(report, outcome)),
    score: talliesOf(all),
    lines,
    sections: Object.fromEntries(sections.map(({ name, outcomes }) => [name, talliesOf(outcomes)])),
    restarts,
    complaints,
  });
  yield `${start.slice(0, -1)},"cases":[`;
  let separator = '\n';
  for (const { name, outcomes } of sections) {
    for (const { case: one, isPassed, expected, got, sides } of outcomes) {
      const row = { id: one.id, section: name, class: one.class, passed: isPassed };
      const more = isPassed ? (one.class === 'disputed' ? { sides } : {}) : { expected, got, why: one.why };
      yield separator + jsonText({ ...row, ...more });
      separator = ',\n';
    }
  }
  yield ']}\n';
}
