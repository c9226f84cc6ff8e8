/** The page: the file, the question and its answer. */

import { type Page, PageProvider } from './page/page.js';
import { GridPanel } from './panels/grid.js';

export function App({ page }: { page: Page }) {
  const { answer, progress, fault } = page.grid.value;
  const grid = progress ?? answer;
  return (
    <PageProvider value={page}>
      <header>
        <h1>robots.txt inspector</h1>
      </header>
      <main>
        <section aria-label="File">
          <pre>{new TextDecoder().decode(page.store.state.value.file)}</pre>
        </section>
        <section aria-label="Verdicts">
          {fault === null ? null : <p role="alert">{fault}</p>}
          {grid === null ? null : <GridPanel grid={grid} />}
        </section>
      </main>
    </PageProvider>
  );
}
