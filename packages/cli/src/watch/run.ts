/**
 * One run of `watch`: observes all sites, writes the store, then sends the events to the webhook.
 */
import type { CommandContext } from '../../../command-line/src/command.js';
import { InputError } from '../../../command-line/src/exit.js';
import { visible } from '../../../command-line/src/terminal.js';
import { obtain } from '../fetch/facts.js';
import { inOrder } from '../in-order.js';
import type { ClientRequest } from '../network-options.js';
import { type Noticed, noticed, type Watching } from './events.js';
import { type Observation, observationOf } from './observation.js';
import { MAX_SITES, type Pending, type SiteRecord, type WatchEvent, type WatchState } from './records.js';
import { changeStore, readStore } from './store-file.js';
import { deliver, webhookId } from './webhook.js';

export interface WatchRequest {
  /** The name of the store's file. */
  readonly file: string;
  readonly urls: readonly string[];
  readonly client: ClientRequest;
  readonly watching: Watching;
  readonly webhook: URL | null;
}

/** What a run found. */
export interface Watched {
  readonly sites: readonly Noticed[];
  /** What could not be done, as a message; null if everything was done. */
  readonly failure: string | null;
}

/** How many sites are requested at once. */
const MAX_CONCURRENT = 32;

/** How many events may wait for webhooks. */
const MAX_PENDING = 10_000;

/**
 * Observes all sites, writes the store, and sends the events to the webhook.
 *
 * @throws {InputError} (rejects) if the store is damaged or cannot be read; then no site is requested
 * @throws (rejects) the signal's reason if it aborts; the store is then as it was
 */
export async function lookAtAll(
  request: WatchRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<Watched> {
  const { file, watching, webhook } = request;
  await readStore(file);
  const seen = await observationsOf(request, context, signal);
  const target = webhook === null ? null : webhookId(webhook);
  let sites: readonly Noticed[] = [];
  try {
    ({ sites } = await changeStore(file, (state) => stateAfter(state, seen, watching, target)));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { sites: unsaved } = stateAfter(await readStore(file), seen, watching, target);
    const told = webhook === null ? '' : await tellAnyway(unsaved, webhook, signal);
    return {
      sites: unsaved,
      failure: visible(`${error.message}; the next run will report the same again${told}`),
    };
  }
  return { sites, failure: webhook === null ? null : await tell(file, webhook, signal) };
}

/** Observes each site once. */
async function observationsOf(
  { urls, client, watching }: WatchRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  const asked = { agents: client.agents, profile: watching.profile };
  const found: Observation[] = [];
  const looks = inOrder(urls, MAX_CONCURRENT, async (url) => {
    const startedAt = watching.now();
    const obtained = await obtain({ ...client, url, asked }, context, signal);
    return observationOf(obtained, startedAt, watching.now());
  });
  for await (const one of looks) found.push(one);
  return found;
}

function stateAfter(
  { sites: known, pending }: WatchState,
  seen: readonly Observation[],
  watching: Watching,
  webhook: string | null,
): { readonly state: WatchState; readonly sites: readonly Noticed[] } {
  const sites = new Map<string, SiteRecord>(known);
  const all = seen.map((one) => noticed(known.get(one.url), one, watching));
  for (const { record } of all) sites.set(record.url, record);
  if (sites.size > MAX_SITES) {
    throw new InputError(
      `the store would have ${sites.size} sites; ${MAX_SITES} are the most: use another file`,
    );
  }
  const events =
    webhook === null ? [] : all.flatMap((one) => one.events.map((event) => ({ webhook, event })));
  return { state: { sites, pending: [...pending, ...events].slice(-MAX_PENDING) }, sites: all };
}

/** Sends the events that the webhook has not accepted, those of earlier runs first. Returns why it did not accept all; null if it did. */
async function tell(file: string, webhook: URL, signal: AbortSignal): Promise<string | null> {
  const target = webhookId(webhook);
  const isOwn = (one: Pending): boolean => one.webhook === target;
  const { pending } = await readStore(file);
  const events = pending.filter(isOwn).map(({ event }) => event);
  if (events.length === 0) return null;
  const { sent, failure } = await deliver(events, { url: webhook, signal });
  if (sent.size > 0) {
    await changeStore(file, (state) => ({
      state: { ...state, pending: state.pending.filter((one) => !isOwn(one) || !sent.has(one.event.id)) },
    }));
  }
  if (failure === null) return null;
  const left = events.length - sent.size;
  return `the webhook at ${webhook.host} did not accept ${left} ${left === 1 ? 'event' : 'events'}: ${failure}; the next run sends them again`;
}

/** Sends events that could not be written into the store, so that they are not lost. Returns the result as the end of a message. */
async function tellAnyway(sites: readonly Noticed[], webhook: URL, signal: AbortSignal): Promise<string> {
  const events: readonly WatchEvent[] = sites.flatMap((one) => one.events);
  if (events.length === 0) return '';
  const { failure } = await deliver(events, { url: webhook, signal });
  return failure === null
    ? '; the webhook has got the events'
    : `; the webhook at ${webhook.host} did not accept the events: ${failure}`;
}
