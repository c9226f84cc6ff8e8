/**
 * How a fetch takes part in limits on concurrency. The limits themselves are the caller's: see `src/cache`.
 */

/**
 * The right to send requests, held by one fetch. It counts against one host and one address at a time: those that the
 * fetch sends its current request to.
 */
export interface FetchSlot {
  /**
   * Gives up the host and address held so far and waits for room at another host. Call it before each request that
   * follows a redirect.
   *
   * @throws {AccessError} (rejects) `queue-timeout` if there is no room in time
   * @throws the signal's reason (rejects) if it aborts
   */
  moveTo(host: string, signal: AbortSignal): Promise<void>;
  /**
   * Counts this fetch against an address too, and waits for room there. Call it once the host's name is resolved, before
   * connecting. Throws as {@link moveTo}.
   */
  connectTo(address: string, signal: AbortSignal): Promise<void>;
}
