/**
 * The host of a URL, as sockets and resolvers take it.
 */

/** The host of a URL. An IPv6 address is without its brackets, which no other host has. */
export function bareHostname({ hostname }: URL): string {
  return hostname.replace(/[[\]]/g, '');
}
