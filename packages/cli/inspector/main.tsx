/** Starts the page. */
import { render } from 'preact';
import { App } from './app.js';
import { Engines } from './engine/engines.js';
import { LatePort } from './engine/late-port.js';
import { RestartingPort } from './engine/restarting-port.js';
import { createPage } from './page/page.js';
import { type Opening, serverOf } from './server/server.js';
import { INITIAL_STATE } from './state/state.js';
import { StateStore } from './state/store.js';

const server = serverOf(document);

async function start(): Promise<void> {
  const store = new StateStore(window);
  const opened = await opening();
  await store.start(opened.state);
  const later = (callback: () => void, ms: number): void => void setTimeout(callback, ms);
  const engines = new Engines(
    (name) =>
      new RestartingPort(
        () =>
          name === 'quick'
            ? inspectorChunks.startWorker(name)
            : new LatePort(() => inspectorChunks.startLateWorker(name)),
        later,
      ),
  );
  const page = createPage(store, engines, server, opened);
  // A file of the command line brings its own URLs. After a reload, the page has them.
  if (server !== null && store.state.peek().file === opened.state.file) page.sampleUrls.follow();
  const parent = document.getElementById('page');
  if (parent !== null) render(<App page={page} />, parent);
}

/** What to show first. If the server does not answer, a note says so, and the page works like a static one. */
async function opening(): Promise<Opening> {
  try {
    return (await server?.opening()) ?? { state: INITIAL_STATE, notes: [] };
  } catch (error) {
    return { state: INITIAL_STATE, notes: [error instanceof Error ? error.message : String(error)] };
  }
}

void start();
