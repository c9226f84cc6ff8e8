/**
 * The options that the adapters to other packages share.
 */
import { aBoolean, checkOptions, optionTable } from 'robotstream/internal';

/** Options of the adapters to other packages. */
export interface AdapterOptions {
  /** Whether each request waits for its turn at its host, as in `client.inTurn`. Default: true. */
  readonly pace?: boolean | undefined;
}

const ADAPTER_OPTIONS = optionTable<AdapterOptions>({ pace: aBoolean });

/**
 * Whether requests wait for their turns.
 *
 * @param owner the name of the adapter's function, for messages
 * @throws {TypeError} if an option is unknown or malformed
 */
export function paceOf(owner: string, options: AdapterOptions): boolean {
  checkOptions(owner, options, ADAPTER_OPTIONS);
  return options.pace ?? true;
}
