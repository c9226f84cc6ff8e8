/** Messages of a channel of diagnostics_channel. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ChannelName } from '../../../src/lookup/events.js';

/** The messages of a channel while something happens. */
export async function heard(channel: ChannelName, happen: () => Promise<unknown>): Promise<unknown[]> {
  const messages: unknown[] = [];
  const listen = (message: unknown): void => void messages.push(message);
  subscribe(channel, listen);
  try {
    await happen();
  } finally {
    unsubscribe(channel, listen);
  }
  return messages;
}
