/**
 * The DNS name of a host, for limits that count requests to a host.
 */

/**
 * A host without the dot of the root: `example.com.` and `example.com` are one name (RFC 1034 §3.1). They are still two authorities,
 * each with a robots.txt of its own (docs/semantics.md §6.2).
 */
export function dnsNameOf(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}
