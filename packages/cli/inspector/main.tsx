/** Starts the page, or its worker: one script is both, so that the page is one file. */
import { render } from 'preact';
import { App } from './app.js';
import { EngineClient } from './engine/client.js';
import { serveAnswers, workerStarter } from './engine/worker.js';
import { createPage } from './page/page.js';
import { type Opening, serverOf } from './server/server.js';
import { INITIAL_STATE } from './state/state.js';
import { StateStore } from './state/store.js';
import './style/page.css';

async function start(script: string): Promise<void> {
  const server = serverOf(document);
  const store = new StateStore(window);
  const opened = await opening(server);
  await store.start(opened.state);
  const later = (callback: () => void, ms: number): void => void setTimeout(callback, ms);
  const page = createPage(store, new EngineClient(workerStarter(script), later), server, opened);
  // A file of the command line brings its own URLs. After a reload, the page has them.
  if (server !== null && store.state.peek().file === opened.state.file) page.sampleUrls.follow();
  const parent = document.getElementById('page');
  if (parent !== null) render(<App page={page} />, parent);
}

/** What to show first. If the server does not answer, a note says so, and the page works like a static one. */
async function opening(server: ReturnType<typeof serverOf>): Promise<Opening> {
  try {
    return (await server?.opening()) ?? { state: INITIAL_STATE, notes: [] };
  } catch (error) {
    return { state: INITIAL_STATE, notes: [error instanceof Error ? error.message : String(error)] };
  }
}

if (typeof document === 'undefined') serveAnswers();
else void start(document.currentScript?.textContent ?? '');
