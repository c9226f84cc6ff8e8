/** What a program can observe of a client: traces. */

import { tracingChannel } from 'node:diagnostics_channel';
import { metrics, type Span, type Tracer, trace } from '@opentelemetry/api';
import { expect, onTestFinished, test } from 'vitest';
import type { FetchTraceMessage, QuestionTraceMessage } from '../../src/index.js';
import { newClient } from './support/clients.js';
import { startPages } from './support/pages.js';

/** The events of a tracing channel, such as `start http://…`, until the test ends. */
function eventsOf<Message extends object>(name: string, textOf: (message: Message) => string): string[] {
  const events: string[] = [];
  const note = (event: string) => (message: unknown) =>
    void events.push(`${event} ${textOf(message as Message)}`);
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: note('asyncStart'),
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  };
  const channel = tracingChannel(name);
  channel.subscribe(subscribers);
  onTestFinished(() => void channel.unsubscribe(subscribers));
  return events;
}

test('fetches are traced, with their results', async () => {
  const pages = await startPages();
  const events = eventsOf<FetchTraceMessage>('robotstream:fetch', ({ robotsUrl, background, result }) =>
    [robotsUrl, background, result?.outcome].join(' '),
  );
  const client = newClient();
  await client.isAllowed(`${pages.origin}/page`);
  await client.isAllowed(`${pages.origin}/page`);
  const url = `${pages.origin}/robots.txt false`;
  expect(events).toEqual([
    `start ${url} `,
    `end ${url} `,
    `asyncStart ${url} success`,
    `asyncEnd ${url} success`,
  ]);
});

test('questions are traced, whether or not they wait, and answered as ever', async () => {
  const pages = await startPages();
  const client = newClient();
  expect(await client.isAllowed(`${pages.origin}/private`)).toBe(false);
  const events = eventsOf<QuestionTraceMessage>('robotstream:question', ({ method, url, result }) =>
    [
      method,
      new URL(url).pathname,
      typeof result === 'object' ? (result as { allowed: boolean }).allowed : result,
    ].join(' '),
  );
  expect(await client.isAllowed(new URL('/private', pages.origin))).toBe(false);
  expect((await client.check(`${pages.origin}/page`)).allowed).toBe(true);
  expect(events.filter((event) => event.startsWith('asyncEnd'))).toEqual([
    'asyncEnd isAllowed /private false',
    'asyncEnd check /page true',
  ]);
});

/** A span that has ended, as far as the example makes one. */
interface Ended {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  readonly failed: boolean;
}

/** Collects spans and measurements in place of an SDK. */
function collect(): { spans: Ended[]; durations: unknown[] } {
  const spans: Ended[] = [];
  const durations: unknown[] = [];
  const startSpan = (name: string, { attributes = {} }: { attributes?: object } = {}): Span => {
    const all: Record<string, unknown> = { ...attributes };
    let failed = false;
    return {
      setAttribute: (key: string, value: unknown) => void Object.assign(all, { [key]: value }),
      setAttributes: (more: object) => void Object.assign(all, more),
      recordException: () => {},
      setStatus: () => {
        failed = true;
      },
      end: () => void spans.push({ name, attributes: all, failed }),
    } as unknown as Span;
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as unknown as Tracer });
  metrics.setGlobalMeterProvider({
    getMeter: () =>
      ({
        createHistogram: () => ({
          record: (ms: number, attributes: object) => durations.push([ms >= 0, attributes]),
        }),
      }) as never,
  });
  onTestFinished(() => {
    trace.disable();
    metrics.disable();
  });
  return { spans, durations };
}

test('examples/opentelemetry.mjs', async () => {
  const { spans, durations } = collect();
  const { instrument } = (await import('../../../../examples/opentelemetry.mjs')) as {
    instrument: () => () => void;
  };
  onTestFinished(instrument());
  const pages = await startPages();
  const client = newClient();
  expect(await client.isAllowed(`${pages.origin}/private`)).toBe(false);
  await expect(client.check('/path')).rejects.toThrow(TypeError);
  const down = await startPages();
  down.setRobots(503);
  await client.check(`${down.origin}/page`);
  const fetched = (origin: string, outcome: string, status: number, more = {}) => ({
    name: 'robotstream:fetch',
    attributes: {
      'url.full': `${origin}/robots.txt`,
      background: false,
      outcome,
      'http.response.status_code': status,
      ...more,
    },
    failed: false,
  });
  const asked = (url: string, method: string, allowed = {}, failed = false) => ({
    name: 'robotstream:question',
    attributes: { 'url.full': url, method, ...allowed },
    failed,
  });
  expect(spans).toEqual([
    fetched(pages.origin, 'success', 200),
    asked(`${pages.origin}/private`, 'isAllowed', { allowed: false }),
    asked('/path', 'check', {}, true),
    fetched(down.origin, 'unreachable', 503, { 'error.type': 'server-error' }),
    asked(`${down.origin}/page`, 'check', { allowed: false }),
  ]);
  expect(durations).toEqual([
    [true, { outcome: 'success' }],
    [true, { outcome: 'unreachable' }],
  ]);
});
