/** What a program can observe of a client: traces. */
import { tracingChannel } from 'node:diagnostics_channel';
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
