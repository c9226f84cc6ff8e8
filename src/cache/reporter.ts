/**
 * Where a cache reports what happens: to the channels, which the whole process shares, and to the logger of its client.
 */
import { type ChannelName, isHeard, type Messages, publish } from './events.js';
import { type Logger, log } from './logging.js';

export class Reporter {
  readonly #logger: Logger | undefined;

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  /** Whether anything receives the messages of a channel. If not, no message is made. */
  isHeard(name: ChannelName): boolean {
    return isHeard(name) || (this.#logger !== undefined && name === 'robotstream:stale');
  }

  report<Name extends ChannelName>(name: Name, message: Messages[Name]): void {
    publish(name, message);
    if (this.#logger !== undefined) log(this.#logger, name, message);
  }
}
