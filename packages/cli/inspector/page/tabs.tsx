/** The panels, of which one is visible: tabs with arrow keys. */
import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PanelName } from '../state/state.js';
import { type Page, usePage } from './page.js';
import { count } from './words.js';

/** A panel, and what its tab says. */
export interface PanelView {
  readonly name: PanelName;
  readonly title: string;
  readonly View: ComponentType;
  /** How much the panel has, with its unit; null while that is not known. */
  readonly size?: (page: Page) => readonly [number: number, unit: string] | null;
}

export function Tabs({ views }: { views: readonly PanelView[] }) {
  const page = usePage();
  const { store } = page;
  /** The answers that the tabs count. */
  const counted = [page.grid, page.findings, page.comparison, page.usageLines];
  const tabs = useRef<HTMLDivElement>(null);
  const { panel } = store.state.value;
  const shown = views.find(({ name }) => name === panel) ?? (views[0] as PanelView);
  const choose = (index: number): void => {
    const view = views[(index + views.length) % views.length] as PanelView;
    store.choose({ panel: view.name });
    tabs.current?.querySelector<HTMLElement>(`#tab-${view.name}`)?.focus();
  };
  useLayoutEffect(() => keepFocus(tabs.current as HTMLDivElement, '.tab-panel'), []);
  const at = views.indexOf(shown);
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: views.length - 1,
  };
  return (
    <div class="tabs" ref={tabs}>
      <div
        class="tab-list"
        role="tablist"
        aria-label="Answers"
        aria-busy={counted.some(({ value }) => value.isPending)}
        onKeyDown={(event) => {
          const to = moves[event.key];
          if (to === undefined) return;
          event.preventDefault();
          choose(to);
        }}
      >
        {views.map(({ name, title, size }, index) => {
          const has = size?.(page) ?? null;
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === shown.name}
              aria-controls={`panel-${name}`}
              tabIndex={name === shown.name ? 0 : -1}
              // The style sheet shows the number after the name.
              data-count={has === null || has[0] === 0 ? undefined : has[0].toLocaleString('en')}
              aria-description={has === null ? undefined : count(...has)}
              onClick={() => choose(index)}
            >
              {title}
            </button>
          );
        })}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`panel-${shown.name}`}
        aria-labelledby={`tab-${shown.name}`}
        key={shown.name}
        tabIndex={-1}
      >
        <shown.View />
      </div>
    </div>
  );
}

/**
 * Gives the focus to a part of a region when the element of the region that has it is removed, so that the keyboard goes on there.
 *
 * @param selector names that part, which may be replaced meanwhile
 */
function keepFocus(region: HTMLElement, selector: string): void {
  let focused: EventTarget | null = null;
  region.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  new MutationObserver(() => {
    if (focused === null || region.contains(focused as Node)) return;
    focused = null;
    if (document.activeElement !== document.body) return;
    region.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }).observe(region, { childList: true, subtree: true });
}
