/**
 * The proxy that the environment sets: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case, as in curl.
 */
import { getProxyForUrl } from 'proxy-from-env';

/** The proxy for a URL; null for none. FTP does not use proxies. */
export function environmentProxy({ protocol, href }: URL): string | null {
  return protocol === 'ftp:' ? null : getProxyForUrl(href) || null;
}
