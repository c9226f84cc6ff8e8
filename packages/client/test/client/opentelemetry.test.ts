/** The example that makes spans and metrics of what a client does, by the API of OpenTelemetry itself. */
import { metrics, type Span, type Tracer, trace } from '@opentelemetry/api';
import { expect, onTestFinished, test } from 'vitest';
import { newClient } from './support/clients.js';
import { startPages } from './support/pages.js';

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
  expect(spans).toEqual([
    {
      name: 'robotstream:fetch',
      attributes: {
        'url.full': `${pages.origin}/robots.txt`,
        background: false,
        outcome: 'success',
        'http.response.status_code': 200,
      },
      failed: false,
    },
    {
      name: 'robotstream:question',
      attributes: { 'url.full': `${pages.origin}/private`, method: 'isAllowed', allowed: false },
      failed: false,
    },
    { name: 'robotstream:question', attributes: { 'url.full': '/path', method: 'check' }, failed: true },
    {
      name: 'robotstream:fetch',
      attributes: {
        'url.full': `${down.origin}/robots.txt`,
        background: false,
        outcome: 'unreachable',
        'http.response.status_code': 503,
        'error.type': 'server-error',
      },
      failed: false,
    },
    {
      name: 'robotstream:question',
      attributes: { 'url.full': `${down.origin}/page`, method: 'check', allowed: false },
      failed: false,
    },
  ]);
  expect(durations).toEqual([
    [true, { outcome: 'success' }],
    [true, { outcome: 'unreachable' }],
  ]);
});
