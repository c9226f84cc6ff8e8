import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { ANSWERS } from '../engine/answers.js';
import { EngineClient, type Port } from '../engine/client.js';
import { Engine } from '../engine/engine.js';
import type { ToWorker } from '../engine/protocol.js';
import { Schedule } from '../engine/schedule.js';
import { changed, INITIAL_STATE, type InspectorState, type StateChange } from '../state/state.js';
import { Answers } from './answers.js';

/** The page's side and the worker's side in one thread; the worker works when `work` is called. */
function connected() {
  const sent: ToWorker[] = [];
  const later: (() => void)[] = [];
  const port: Port = {
    onmessage: null,
    terminate() {},
    postMessage(message) {
      sent.push(message);
      schedule.receive(structuredClone(message));
    },
  };
  const schedule = new Schedule(
    (message) => port.onmessage?.({ data: structuredClone(message) } as MessageEvent),
    (work) => later.push(work),
    new Engine(ANSWERS),
  );
  const state = signal<InspectorState>(INITIAL_STATE);
  const answers = new Answers(
    new EngineClient(
      () => port,
      () => {},
    ),
    state,
  );
  return {
    sent,
    answers,
    change: (change: StateChange) => {
      state.value = changed(state.value, change);
    },
    work: () => {
      for (let work = later.shift(); work !== undefined; work = later.shift()) work();
    },
  };
}

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

const verdictsOf = ({ answers }: ReturnType<typeof connected>) =>
  answers.follow('verdicts', ({ urls, crawlers, profile }) => ({ urls, crawlers, profile }));

test('an answer follows the file and the question', () => {
  const page = connected();
  page.change({ file: octets('user-agent: *\ndisallow: /'), urls: '/', crawlers: 'FooBot' });
  const { asked } = verdictsOf(page);
  expect(asked.value).toMatchObject({ answer: null, isPending: true });
  page.work();
  expect(asked.value).toMatchObject({ answer: { cells: Uint8Array.of(1) }, isPending: false });

  page.change({ file: octets('user-agent: *\nallow: /') });
  expect(asked.value.isPending).toBe(true);
  page.work();
  expect(asked.value).toMatchObject({ answer: { cells: Uint8Array.of(0) }, isPending: false });

  page.change({ urls: '/a\n/b' });
  page.work();
  expect(asked.value.answer?.cells).toEqual(Uint8Array.of(0, 0));
});

test('a change of anything else asks nothing', () => {
  const page = connected();
  verdictsOf(page);
  page.work();
  const before = page.sent.length;
  page.change({ panel: 'export' });
  page.work();
  expect(page.sent.slice(before)).toEqual([]);
});

test('the file is sent once for all questions about it', () => {
  const page = connected();
  verdictsOf(page);
  page.answers.follow('summary', () => ({}));
  page.change({ file: octets('# new') });
  page.work();
  expect(page.sent.filter(({ type }) => type === 'file')).toHaveLength(2);
});

test('an older answer is shown while the newer one is pending, and a fault replaces it', () => {
  const page = connected();
  const { asked } = page.answers.follow('explanation', ({ chosen, profile }) =>
    chosen?.kind === 'cell' ? { url: chosen.url, crawler: chosen.crawler, profile } : null,
  );
  expect(asked.value).toEqual({ answer: null, progress: null, fault: null, isPending: false });
  page.change({ chosen: { kind: 'cell', url: '/a', crawler: 'FooBot' } });
  page.work();
  page.change({ chosen: { kind: 'cell', url: 'no URL', crawler: 'FooBot' } });
  expect(asked.value).toMatchObject({ answer: { url: '/a' }, isPending: true });
  page.work();
  expect(asked.value).toMatchObject({ answer: null, isPending: false });
  expect(asked.value.fault).toContain('no URL');
  page.change({ chosen: null });
  expect(asked.value).toEqual({ answer: null, progress: null, fault: null, isPending: false });
});

test('a disposed answer no longer changes', () => {
  const page = connected();
  const { asked, dispose } = verdictsOf(page);
  page.work();
  dispose();
  const { answer } = asked.value;
  page.change({ urls: '/other' });
  page.work();
  expect(asked.value.answer).toBe(answer);
});
