/**
 * The page that is served: the static one beside the command, allowed to connect to its server.
 */
import { extname } from 'node:path';
import { InputError } from '../../../command-line/src/exit.js';
import { filesIn } from '../folder-files.js';
import { inspectorFiles } from '../package-files.js';

/** A file of the page. */
export interface PageFile {
  readonly contentType: string;
  readonly octets: Uint8Array;
}

/** The page, in memory. A name that is not among its files is not found, so no path reaches another file on the disk. */
export interface Page {
  /** Files by path relative to the page, with `/`. The path of the page itself is empty. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** The Content-Security-Policy of the page as it is served. */
  readonly contentPolicy: string;
}

const INDEX = 'index.html';

const CONTENT_TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads the page.
 *
 * @param folder its files; by default those of the package
 * @throws {InputError} (rejects) if it has not been built
 */
export async function readPage(folder?: string): Promise<Page> {
  const read = folder === undefined ? await inspectorFiles() : await filesIn(folder);
  const files = new Map<string, PageFile>();
  for (const [name, octets] of read) {
    const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
    files.set(name, { contentType, octets });
  }
  const index = files.get(INDEX);
  if (index === undefined)
    throw new InputError(`the inspector has no ${INDEX}; build the page by npm run build`);
  files.delete(INDEX);
  const { html, contentPolicy } = servedIndex(new TextDecoder().decode(index.octets));
  files.set('', { ...index, octets: new TextEncoder().encode(html) });
  return { files, contentPolicy };
}

const POLICY_TAG = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\s*\/?>/;

/**
 * The page as it is served. The static page may connect to nothing; this one may connect to its own server, and a second tag says
 * that there is one.
 */
function servedIndex(html: string): { readonly html: string; readonly contentPolicy: string } {
  const [tag, staticPolicy] = POLICY_TAG.exec(html) ?? [];
  if (tag === undefined || staticPolicy === undefined) {
    throw new Error(`${INDEX} has no Content-Security-Policy`);
  }
  const policy = `${staticPolicy.replace(/;\s*$/, '')}; connect-src 'self'`;
  const tags = `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="robotstream-server" content="./">`;
  return { html: html.replace(tag, () => tags), contentPolicy: `${policy}; frame-ancestors 'none'` };
}
