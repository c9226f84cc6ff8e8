/**
 * OpenTelemetry: a span for each fetch of a robots.txt and each question, and a histogram of how long fetches take.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import { metrics, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('robotstream');
const fetchDuration = metrics
  .getMeter('robotstream')
  .createHistogram('robotstream.fetch.duration', { unit: 'ms' });

/** Begins to make spans. Returns a function that stops it. */
export function instrument() {
  const stops = [
    spansOf(
      'robotstream:fetch',
      ({ robotsUrl, background }) => ({ 'url.full': robotsUrl, background }),
      fetched,
    ),
    spansOf('robotstream:question', ({ url, method }) => ({ 'url.full': url, method }), answered),
  ];
  return () => stops.map((stop) => stop());
}

function fetched(span, { outcome, status, fault, timings }) {
  span.setAttributes({
    outcome,
    ...(status === null ? {} : { 'http.response.status_code': status }),
    ...(fault === null ? {} : { 'error.type': fault }),
  });
  fetchDuration.record(timings.totalMs, { outcome });
}

function answered(span, result) {
  span.setAttribute('allowed', typeof result === 'boolean' ? result : result.allowed);
}

/** Makes a span of each operation of a tracing channel. */
function spansOf(name, attributesOf, onResult) {
  const spans = new WeakMap();
  const subscribers = {
    start: (message) => spans.set(message, tracer.startSpan(name, { attributes: attributesOf(message) })),
    end: () => {},
    asyncStart: () => {},
    asyncEnd: (message) => {
      const span = spans.get(message);
      if (message.error === undefined) onResult(span, message.result);
      span.end();
    },
    error: (message) => {
      const span = spans.get(message);
      span.recordException(message.error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  const channel = tracingChannel(name);
  channel.subscribe(subscribers);
  return () => channel.unsubscribe(subscribers);
}
