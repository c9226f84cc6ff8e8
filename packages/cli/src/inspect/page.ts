/**
 * The page that is served: the static one beside the command, allowed to connect to its server.
 */
import { inspectorPage } from '../package-files.js';

/** The page, in memory. */
export interface Page {
  readonly octets: Uint8Array;
  /** The Content-Security-Policy of the page as it is served. */
  readonly contentPolicy: string;
}

const POLICY_TAG = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\s*\/?>/;

/**
 * Reads the page. The static page may connect to nothing; this one may connect to its own server, and a second tag says that there is
 * one.
 *
 * @param octets the static page; by default that of the package
 * @throws {InputError} (rejects) if it has not been built
 */
export async function readPage(octets?: Uint8Array): Promise<Page> {
  const html = new TextDecoder().decode(octets ?? (await inspectorPage()));
  const [tag, staticPolicy] = POLICY_TAG.exec(html) ?? [];
  if (tag === undefined || staticPolicy === undefined)
    throw new Error('the page has no Content-Security-Policy');
  const policy = `${staticPolicy}; connect-src 'self'`;
  const tags = `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="robotstream-server" content="./">`;
  return {
    octets: new TextEncoder().encode(html.replace(tag, () => tags)),
    contentPolicy: `${policy}; frame-ancestors 'none'`,
  };
}
