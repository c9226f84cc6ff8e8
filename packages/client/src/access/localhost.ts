/**
 * The names that always mean this machine.
 */

/** Whether a host name is `localhost` or a name below it (RFC 6761 §6.3), with or without the dot of the root. */
export function isLocalhost(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}
