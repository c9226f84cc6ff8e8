/** Starts the page. */
import { render } from 'preact';
import { App } from './app.js';
import { Engines } from './engine/engines.js';
import { startWorker } from './engine/start-worker.js';
import { createPage } from './page/page.js';
import { StateStore } from './state/store.js';

const store = new StateStore(window);
store.start().then(() => {
  const page = createPage(store, new Engines(startWorker));
  const parent = document.getElementById('page');
  if (parent !== null) render(<App page={page} />, parent);
});
