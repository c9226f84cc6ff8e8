/** Tooltips that explain findings, with a button for each fix. They open where the pointer rests, and where F8 goes. */
import {
  type Command,
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  type TooltipView,
} from '@codemirror/view';
import type { Finding } from 'robotstream/lint';
import { button, element } from './element.js';
import { findingsBetween, type PlacedFinding, setPlacedFindings } from './placed-findings.js';

/** Applies a fix. It does nothing if the finding is no longer among those that are shown. */
export type FixApplier = (finding: Finding) => void;

export type FindingDetails = ReturnType<typeof hoverTooltip>;

/** The details of the findings at a position. They close when the text or the cursor changes, or their finding is gone. */
export function findingDetails(onFix: FixApplier): FindingDetails {
  return hoverTooltip(
    ({ state }, position, side) =>
      findingsBetween(state, position, position)
        .filter(({ from, to }) => (side > 0 ? from === position || position < to : from < position))
        .map((placed) => ({
          pos: placed.from,
          end: placed.to,
          create: (view) => detailsOf(view, placed, onFix),
        })),
    {
      hideOn: ({ docChanged, selection, effects }, { pos, end }) =>
        docChanged ||
        selection !== undefined ||
        effects.some(
          (effect) =>
            effect.is(setPlacedFindings) && !effect.value.some(({ from, to }) => from === pos && to === end),
        ),
    },
  );
}

/** Closes the details. It says whether any were open. */
export const closeDetails: Command = (view) => {
  const areOpen = hasHoverTooltips(view.state);
  if (areOpen) view.dispatch({ effects: closeHoverTooltips });
  return areOpen;
};

/** The details of a finding. The text gets the focus if they have it when they close. */
function detailsOf(view: EditorView, placed: PlacedFinding, onFix: FixApplier): TooltipView {
  const { severity, message, rule, fix } = placed.finding;
  const apply = (): void => {
    const current = sameFinding(view, placed);
    closeDetails(view);
    if (current !== undefined) onFix(current);
  };
  const dom = element(
    'div',
    {
      class: `robots-finding-text robots-finding-text-${severity}`,
      role: 'group',
      'aria-label': 'Finding',
    },
    element('p', {}, message),
    element('code', {}, rule),
    ...(fix === null ? [] : [button('Fix', apply)]),
  );
  let hasFocus = false;
  dom.addEventListener('focusin', () => {
    hasFocus = true;
    view.dispatch({ effects: EditorView.scrollIntoView(placed.from) });
  });
  // Nothing else has the focus when it is lost because the details close.
  dom.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null) hasFocus = false;
  });
  dom.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeDetails(view);
  });
  return {
    dom,
    destroy() {
      // The view cannot take the focus during its update.
      if (hasFocus) queueMicrotask(() => view.focus());
    },
  };
}

/** The finding of the same rule at the same place among those that were found last; undefined if it is gone. */
function sameFinding(view: EditorView, { from, to, finding: { rule } }: PlacedFinding): Finding | undefined {
  return findingsBetween(view.state, from, to).find(
    (one) => one.from === from && one.to === to && one.finding.rule === rule,
  )?.finding;
}
