/**
 * The outcomes of expectations in each format.
 */

import { tapDetails, tapText, xmlText } from '../../../command-line/src/machine-text.js';
import { count, jsonText, type Style, visible } from '../../../command-line/src/terminal.js';
import { answerLine } from '../check/answer-line.js';
import { type Outcome, titleOf } from './expectations.js';

/** The tested file, and the outcomes. */
export interface Report {
  /** The name of the file of expectations. */
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  /** How the crawlers read the robots.txt, such as `under rfc9309`. */
  readonly reading: string;
  readonly style: Style;
}

/** Makes a report, in chunks of text. */
export type Format = (report: Report) => Iterable<string>;

/** The formats by name. */
export const FORMATS: { readonly [name in 'pretty' | 'tap' | 'junit' | 'json']: Format } = {
  pretty: prettyReport,
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
};

/** For people: what is not met, with the reason, and how many are. */
function* prettyReport({ name, outcomes, reading, style }: Report): Generator<string, void> {
  const failures = outcomes.filter(({ isMet }) => !isMet);
  for (const { expectation, verdict } of failures) {
    const place = style.dim(`${visible(name)}:${expectation.line}`);
    yield `${style.bad('not met')}  ${style.bold(visible(titleOf(expectation)))}  ${place}\n`;
    yield `  ${visible(verdict.explanation)}\n\n`;
  }
  const total = count(outcomes.length, 'expectation');
  yield failures.length === 0
    ? `${style.good(`${total} met`)}, ${visible(reading)}.\n`
    : `${failures.length} of ${total} not met, ${visible(reading)}.\n`;
}

/** Test Anything Protocol, version 14. */
function* tapReport({ name, outcomes, reading }: Report): Generator<string, void> {
  yield `TAP version 14\n1..${outcomes.length}\n# ${visible(reading)}\n`;
  for (const [index, { expectation, verdict, isMet }] of outcomes.entries()) {
    yield `${isMet ? 'ok' : 'not ok'} ${index + 1} - ${tapText(titleOf(expectation))}\n`;
    if (isMet) continue;
    yield* tapDetails({
      message: verdict.explanation,
      at: { file: name, line: expectation.line },
      line: verdict.rule?.line ?? 0,
    });
  }
}

/** The XML that JUnit's Ant task writes, as CI systems read it. */
function* junitReport({ name, outcomes, reading }: Report): Generator<string, void> {
  const failures = outcomes.filter(({ isMet }) => !isMet).length;
  const totals = `tests="${outcomes.length}" failures="${failures}" errors="0"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals}>\n`;
  yield `  <testsuite name="${xmlText(name)}" ${totals}>\n`;
  yield `    <properties>\n      <property name="reading" value="${xmlText(reading)}"/>\n    </properties>\n`;
  for (const { expectation, verdict, isMet } of outcomes) {
    const attributes = `classname="${xmlText(expectation.agent)}" name="${xmlText(titleOf(expectation))}" file="${xmlText(name)}" line="${expectation.line}"`;
    if (isMet) {
      yield `    <testcase ${attributes}/>\n`;
    } else {
      const message = xmlText(verdict.explanation);
      yield `    <testcase ${attributes}>\n      <failure message="${message}">${message}</failure>\n    </testcase>\n`;
    }
  }
  yield '  </testsuite>\n</testsuites>\n';
}

/** One JSON object. */
function* jsonReport({ name, outcomes, reading }: Report): Generator<string, void> {
  const expectations = outcomes.map(({ expectation, verdict, isMet }) => ({
    agent: expectation.agent,
    ...answerLine(expectation.url, verdict),
    explanation: verdict.explanation,
    isMet,
    expected: { allowed: expectation.allowed, line: expectation.decidingLine ?? null, at: expectation.line },
  }));
  yield `${jsonText({ name, reading, expectations })}\n`;
}
