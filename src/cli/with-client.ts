/**
 * A client for as long as a command needs it. Whatever comes, it is closed behind.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  createClient,
  type ProfileName,
  type RobotsClient,
  RobotsError,
  type RobotsStore,
  type StoreMessage,
  sqliteStore,
} from '../index.js';
import type { Surroundings } from './command.js';
import { InputError } from './exit.js';
import type { NetworkSettings } from './network-options.js';
import { visible } from './visible.js';

/** What a client is made of. */
export interface ClientRequest extends NetworkSettings {
  readonly agents: readonly string[];
  readonly profile: ProfileName;
  readonly maxOctets: number | undefined;
}

/**
 * Makes a client, has it used, and closes it.
 *
 * @throws {InputError} (rejects) if the file of `cache` cannot be used; what `use` throws
 */
export async function withClient<Value>(
  request: ClientRequest,
  surroundings: Pick<Surroundings, 'stderr'>,
  use: (client: RobotsClient) => Promise<Value>,
): Promise<Value> {
  const { cache } = request;
  const store = cache === undefined ? undefined : await openStore(cache);
  const stopTelling = tellOfStore(cache, surroundings);
  try {
    const client = clientOf(request, store);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  } finally {
    stopTelling();
  }
}

function clientOf(request: ClientRequest, store: RobotsStore | undefined): RobotsClient {
  const { userAgent, agents, profile, maxOctets, totalMs } = request;
  return createClient({
    userAgent,
    agents,
    allowTokenMismatch: true, // whoever gives --user-agent means it, and is told
    profile,
    maxOctets,
    // A file larger than the bound would be fetched again for its next URL.
    memory: maxOctets === undefined ? undefined : { maxOctets: Infinity },
    timeouts: totalMs === undefined ? undefined : { totalMs },
    store,
  });
}

async function openStore(file: string): Promise<RobotsStore> {
  try {
    return await sqliteStore({ file });
  } catch (error) {
    if (error instanceof RobotsError) throw new InputError(`--cache: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A store that fails decides nothing, so it is told of once, and the command goes on. */
function tellOfStore(cache: string | undefined, { stderr }: Pick<Surroundings, 'stderr'>): () => void {
  let isTold = false;
  const onMessage = (message: unknown): void => {
    const { error } = message as StoreMessage;
    if (error === null || isTold) return;
    isTold = true;
    stderr.write(`robotstream: note: ${visible(`${cache}: ${error.message}; going on without it`)}\n`);
  };
  subscribe('robotstream:store', onMessage);
  return () => unsubscribe('robotstream:store', onMessage);
}
