/** The steps of a verdict: the user-agent lines, the URL, and the rules that match. */
import type { AgentStep, CellExplanation } from '../engine/explanation.js';
import { count, shortened } from '../page/words.js';
import { LeftOut, LineLink } from './parts.js';

/** How many lines each step shows. */
const MAX_LINES = 12;

interface StepsProps {
  readonly explanation: CellExplanation;
}

export function AgentLineSteps({ explanation: { agentLines, groupCount } }: StepsProps) {
  if (agentLines.length === 0) return <p>The file has no user-agent line.</p>;
  const chosen = chosenLines(agentLines);
  return (
    <>
      <ul class="lines">
        {chosen.map(({ line, name, counts, explanation }) => (
          <li key={line} class={counts ? 'counts' : undefined}>
            <LineLink line={line} /> <code>{shortened(name)}</code> {shortened(explanation)}
          </li>
        ))}
      </ul>
      <LeftOut number={agentLines.length - chosen.length} unit="user-agent line" />
      {groupCount > 1 ? <p>{count(groupCount, 'group')} are obeyed together.</p> : null}
      {groupCount === 0 ? <p>No group applies, so everything is allowed.</p> : null}
    </>
  );
}

/** The lines to show, in file order: those for other crawlers only if there is room. */
function chosenLines(agentLines: readonly AgentStep[]): readonly AgentStep[] {
  const forOthers = agentLines.filter(({ reason }) => reason === 'other-name');
  const relevant = agentLines.filter(({ reason }) => reason !== 'other-name').slice(0, MAX_LINES);
  const chosen = new Set([...relevant, ...forOthers.slice(0, MAX_LINES - relevant.length)]);
  return agentLines.filter((line) => chosen.has(line));
}

export function UrlSteps({ explanation: { compared, changes } }: StepsProps) {
  const shown = changes.slice(0, MAX_LINES);
  return (
    <>
      <p>
        <code>{shortened(compared)}</code>
        {changes.length === 0 ? ' as it is given' : null}
      </p>
      <ul class="lines">
        {shown.map(({ kind, from, to, explanation }) => (
          <li key={`${kind} ${from} ${to}`}>
            {from === '' ? 'nothing' : <code>{shortened(from)}</code>} →{' '}
            {to === '' ? 'nothing' : <code>{shortened(to)}</code>}: {explanation}
          </li>
        ))}
      </ul>
      <LeftOut number={changes.length - shown.length} unit="change" />
    </>
  );
}

export function RuleSteps({ explanation: { reason, rules, ruleCount, precedence } }: StepsProps) {
  if (reason === 'robots-txt') return <p>None is tried: /robots.txt itself is always allowed.</p>;
  if (rules.length === 0) {
    return (
      <p>
        {ruleCount === 0
          ? 'There is no rule.'
          : `None of ${count(ruleCount, 'rule')}, so the URL is allowed.`}
      </p>
    );
  }
  const shown = rules.slice(0, MAX_LINES);
  return (
    <>
      <p>
        {rules.length.toLocaleString('en')} of {count(ruleCount, 'rule')}{' '}
        {rules.length === 1 ? 'matches' : 'match'}.{' '}
        {precedence === 'longest'
          ? 'The longest decides; if two are equally long, the one that allows does.'
          : 'The first in the file decides.'}
      </p>
      <ul class="lines">
        {shown.map(({ line, directive, pattern, compared, octets, decides }) => (
          <li key={line} class={decides ? 'counts' : undefined}>
            <LineLink line={line} /> {directive} <code>{shortened(pattern)}</code> {count(octets, 'byte')}
            {compared === pattern ? null : (
              <>
                , compared as <code>{shortened(compared)}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <LeftOut number={rules.length - shown.length} unit="rule" />
    </>
  );
}
