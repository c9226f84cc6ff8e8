/** Ports for servers that cannot choose one by themselves, and one for no server. */

/**
 * A port on which nothing listens: that of tcpmux, which is not in use. A port that a test has just closed may belong to
 * another process by the time it is used.
 */
export const CLOSED_PORT = 1;

/** Below the ports that systems give to clients, so that no client takes the port while a server restarts. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];

/** One port in use is chance; this many in a row are a fault. */
const MOST_ATTEMPTS = 20;

/**
 * Starts a server on a port that is free.
 *
 * @param start starts the server; it rejects if the port is taken
 */
export async function onFreePort<Server>(start: (port: number) => Promise<Server>): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(FIRST_PORT + Math.floor(Math.random() * PORTS));
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
