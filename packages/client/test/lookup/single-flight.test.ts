import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { type EndSignal, onEnd } from '../../src/fetch/ending.js';
import { SingleFlight } from '../../src/lookup/single-flight.js';

/** SingleFlight whose end the test decides. */
function flights() {
  const all = new SingleFlight<string>();
  const departures: { signal: EndSignal; land: (value: string) => void; crash: (error: Error) => void }[] =
    [];
  const depart = (signal: EndSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      departures.push({ signal, land: resolve, crash: reject });
      onEnd(signal, () => reject(signal.reason));
    });
  return { all, departures, depart };
}

describe('a caller that asks for work in progress', () => {
  test('waits for that work', async () => {
    const { all, departures, depart } = flights();
    const answers = Array.from({ length: 1000 }, () => all.join('a', undefined, depart));
    const other = all.join('b', undefined, depart);
    expect(departures.length).toBe(2);
    departures[0].land('first');
    departures[1].land('second');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['first']));
    expect(await other).toBe('second');
    expect(all.size).toBe(0);
  });

  test('gets its failure; the next caller starts new work', async () => {
    const { all, departures, depart } = flights();
    const answers = [all.join('a', undefined, depart), all.join('a', new AbortController().signal, depart)];
    departures[0].crash(new Error('down'));
    for (const answer of answers) await expect(answer).rejects.toThrow('down');
    const next = all.join('a', undefined, depart);
    departures[1].land('up');
    expect(await next).toBe('up');
  });
});

describe('a caller that gives up', () => {
  test('leaves the others waiting', async () => {
    const { all, departures, depart } = flights();
    const impatient = new AbortController();
    const one = all.join('a', impatient.signal, depart);
    const other = all.join('a', new AbortController().signal, depart);
    impatient.abort(new Error('enough'));
    await expect(one).rejects.toThrow('enough');
    expect(departures[0].signal.aborted).toBe(false);
    departures[0].land('here');
    expect(await other).toBe('here');
  });

  test('as the last one aborts the work; the next caller starts new work at once', async () => {
    const { all, departures, depart } = flights();
    const controllers = [new AbortController(), new AbortController()];
    const answers = controllers.map(({ signal }) => all.join('a', signal, depart));
    for (const controller of controllers) controller.abort(new Error('enough'));
    const next = all.join('a', undefined, depart);
    for (const answer of answers) await expect(answer).rejects.toThrow('enough');
    expect(departures[0].signal.aborted).toBe(true);
    expect(departures.length).toBe(2);
    await rest();
    expect(all.has('a')).toBe(true);
    departures[1].land('here');
    expect(await next).toBe('here');
  });

  test('does not end work that began in the background', async () => {
    const { all, departures, depart } = flights();
    all.begin('a', depart);
    all.begin('a', depart);
    const impatient = new AbortController();
    const one = all.join('a', impatient.signal, depart);
    impatient.abort(new Error('enough'));
    await expect(one).rejects.toThrow('enough');
    expect(departures.length).toBe(1);
    expect(departures[0].signal.aborted).toBe(false);
    departures[0].crash(new Error('no caller sees this'));
    await rest();
    expect(all.size).toBe(0);
  });
});

test('abort waits until all work has ended', async () => {
  const { all, departures, depart } = flights();
  const waiting = all.join('a', undefined, depart);
  all.begin('b', depart);
  const done = all.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await done;
  expect(departures.every(({ signal }) => signal.aborted)).toBe(true);
  expect(all.size).toBe(0);
});

test('abort also waits for work that was given up and ends late', async () => {
  const all = new SingleFlight<string>();
  let end: (error: Error) => void = () => {};
  const depart = () =>
    new Promise<string>((_, reject) => {
      end = reject;
    });
  const impatient = new AbortController();
  const one = all.join('a', impatient.signal, depart);
  impatient.abort(new Error('enough'));
  await expect(one).rejects.toThrow('enough');
  let done = false;
  void all.abort(new Error('closed')).then(() => {
    done = true;
  });
  await rest();
  expect(done).toBe(false);
  end(new Error('ended'));
  await rest();
  expect(done).toBe(true);
});

test('settled waits for the work under a key, however it ends, and for no other', async () => {
  const { all, departures, depart } = flights();
  await all.settled('a');
  const ended: string[] = [];
  for (const key of ['a', 'b']) {
    all.begin(key, depart);
    void all.settled(key).then(() => ended.push(key));
  }
  await rest();
  expect(ended).toEqual([]);
  departures[0].crash(new Error('down'));
  await rest();
  expect(ended).toEqual(['a']);
  departures[1].land('here');
  await rest();
  expect(ended).toEqual(['a', 'b']);
});

test('a signal that aborts once its question is answered ends no work for others', async () => {
  const { all, departures, depart } = flights();
  let answerEarly: (value: string) => void = () => {};
  const controller = new AbortController();
  const first = all.join('a', controller.signal, (signal, answer) => {
    answerEarly = answer;
    return depart(signal);
  });
  answerEarly('early');
  expect(await first).toBe('early');
  await rest();
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  controller.abort(new Error('enough'));
  expect(departures[0].signal.aborted).toBe(false);
});

test('an early answer keeps the work going when its questions give up', async () => {
  const { all, departures, depart } = flights();
  let answerEarly: (value: string) => void = () => {};
  const controller = new AbortController();
  const waiting = all.join('a', controller.signal, (signal, answer) => {
    answerEarly = answer;
    return depart(signal);
  });
  answerEarly('early');
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(departures[0].signal.aborted).toBe(false);
  expect(await all.join('a', undefined, depart)).toBe('early');
});

test('a caller that cannot use the early answer waits for the result', async () => {
  const { all, departures, depart } = flights();
  let answerEarly: (value: string) => void = () => {};
  const first = all.join('a', undefined, (signal, answer) => {
    answerEarly = answer;
    return depart(signal);
  });
  answerEarly('early');
  expect(await first).toBe('early');
  expect(await all.join('a', undefined, depart, (early) => early === 'early')).toBe('early');
  const refused = all.join('a', undefined, depart, () => false);
  departures[0].land('late');
  expect(await refused).toBe('late');
  expect(departures.length).toBe(1);
});
