/** The page: the file, the question and its answer. */
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import { EngineClient } from './engine/client.js';
import type { GridRows } from './engine/grid.js';
import { startWorker } from './engine/start-worker.js';
import { GridPanel } from './panels/grid.js';
import { INITIAL_STATE } from './state/state.js';

const state = signal(INITIAL_STATE);
const engine = new EngineClient(startWorker());

export function App() {
  const grid = useSignal<GridRows | null>(null);
  const fault = useSignal<string | null>(null);
  useSignalEffect(() => {
    const { file, urls, crawlers, profile } = state.value;
    engine.setFile('file', file);
    return engine.ask(
      'verdicts',
      { urls, crawlers, profile },
      {
        progress(rows) {
          grid.value = rows;
        },
        answer(rows) {
          grid.value = rows;
          fault.value = null;
        },
        failure(message) {
          fault.value = message;
        },
      },
    );
  });
  return (
    <>
      <header>
        <h1>robots.txt inspector</h1>
      </header>
      <main>
        <section aria-label="File">
          <pre>{new TextDecoder().decode(state.value.file)}</pre>
        </section>
        <section aria-label="Verdicts">
          {fault.value === null ? null : <p role="alert">{fault.value}</p>}
          {grid.value === null ? null : <GridPanel grid={grid.value} />}
        </section>
      </main>
    </>
  );
}
