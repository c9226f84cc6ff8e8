/** Starts the page. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.js';
import { EngineClient } from './engine/client.js';
import { startWorker } from './engine/start-worker.js';
import { createPage } from './page/page.js';
import { changed, INITIAL_STATE, type StateChange } from './state/state.js';

const state = signal(INITIAL_STATE);
const change = (part: StateChange): void => {
  state.value = changed(state.value, part);
};
const page = createPage({ state, choose: change, type: change }, new EngineClient(startWorker()));

const parent = document.getElementById('page');
if (parent !== null) render(<App page={page} />, parent);
