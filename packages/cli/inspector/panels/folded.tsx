/** The parts of the page that are folded until the person opens one. */
import type { ComponentType } from 'preact';
import { usePage } from '../page/page.js';
import type { PanelName } from '../state/state.js';
import { ComparePanel } from './compare.js';
import { CrawlersPanel } from './crawlers.js';
import { ExportPanel } from './export.js';
import { ReadingsPanel } from './readings.js';

interface FoldedPart {
  readonly title: string;
  readonly about: string;
  readonly View: ComponentType;
}

const PARTS: { readonly [name in PanelName]: FoldedPart } = {
  readings: { title: 'Readings', about: 'who judges the URL otherwise', View: ReadingsPanel },
  crawlers: { title: 'Crawlers', about: 'what each may fetch', View: CrawlersPanel },
  compare: { title: 'Compare', about: 'with another version', View: ComparePanel },
  export: { title: 'Export', about: 'the file and the verdicts', View: ExportPanel },
};

export function FoldedParts() {
  const { store } = usePage();
  const { panel } = store.state.value;
  return (
    <div class="folded-parts">
      {(Object.entries(PARTS) as [PanelName, FoldedPart][]).map(([name, { title, about, View }]) => {
        const isOpen = panel === name;
        return (
          <section key={name} id={`panel-${name}`} aria-labelledby={`heading-${name}`} tabIndex={-1}>
            <h2 id={`heading-${name}`}>
              <button
                type="button"
                class="fold"
                aria-expanded={isOpen}
                onClick={() => store.choose({ panel: isOpen ? null : name })}
              >
                {title}
              </button>
              <span class="about">{about}</span>
            </h2>
            {isOpen ? (
              <div class="fold-content">
                <View />
              </div>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}
