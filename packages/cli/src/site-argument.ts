/**
 * Operands that are the host of a site in place of a URL: `example.com` stands for `https://example.com/`, `localhost:3000` for
 * `http://localhost:3000/`.
 */
import { existsSync } from 'node:fs';
import type { Arguments } from '../../command-line/src/arguments.js';
import type { CommandContext, OperandKind } from '../../command-line/src/command.js';
import { UsageError } from '../../command-line/src/exit.js';
import { note } from './notes.js';

/**
 * A host with a dot, with or without a port and a path. The last label begins with a letter and has two characters or more, so an IP address does
 * not match.
 */
const DOMAIN =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]\.?(?::(\d+))?(?:[/?#]|$)/u;

/** The last label of what may be a domain. It is tried first, because the classes of {@link DOMAIN} take milliseconds to compile. */
const LAST_LABEL = /^[^/?#:]+\.([^./?#:]+)\.?(?:[/?#:]|$)/;

/** Endings of file names that are not top-level domains. */
const FILE_ENDINGS =
  'asc bak bz2 cfg cgi csv conf dist draft expected gz htm html ini json jsonl local log ndjson old orig out php robots rst rtf sql sqlite staging swp tar temp tmp tsv txt warc xml xz yaml yml zst';

/** Endings of both file names and domains. Such names are read as files; for a site, the user must write the scheme. */
const ENDINGS_OF_BOTH = 'md new prod save sh zip';

const fileEndings: ReadonlySet<string> = new Set(`${FILE_ENDINGS} ${ENDINGS_OF_BOTH}`.split(' '));
const endingsOfBoth: ReadonlySet<string> = new Set(ENDINGS_OF_BOTH.split(' '));

/** A host without a dot or without a name, such as that of a server under development. */
const OTHER_HOST = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::(\d+))?(?:[/?#]|$)/i;

/**
 * The URL that a host stands for: `http` for localhost and IP addresses, `https` for a domain. A domain has a dot, with or without a port and a path: `example.com`, `www.example.com:8443/page`.
 *
 * @returns null if the argument is no host: a URL, a path, or a name with a file extension
 */
export function siteUrl(argument: string): string | null {
  if (OTHER_HOST.test(argument)) return hrefOf(`http://${argument}`);
  const ending = LAST_LABEL.exec(argument)?.[1];
  const isFile = ending === undefined || fileEndings.has(ending.toLowerCase());
  return isFile || !DOMAIN.test(argument) ? null : hrefOf(`https://${argument}`);
}

function hrefOf(url: string): string | null {
  try {
    return new URL(url).href;
  } catch {
    return null;
  }
}

/**
 * The command line with URLs in place of domains. An argument stays a file name if that file or its first folder exists. A note says so if the
 * file exists.
 *
 * @param kinds what each operand may be; the last kind is for all further operands
 * @throws {UsageError} if a host has a port that is none
 */
export function withSiteUrls(
  args: Arguments,
  kinds: readonly OperandKind[],
  context: CommandContext,
): Arguments {
  if (kinds.length === 0) return args;
  const positionals = args.positionals.map((argument, i) => {
    const kind = kinds[Math.min(i, kinds.length - 1)];
    const url = kind === 'other' ? null : siteUrl(argument);
    if (url === null && kind !== 'other') checkPort(argument);
    if (url === null || kind === 'url') return url ?? argument;
    if (!existsSync(argument)) return existsSync(firstSegment(argument)) ? argument : url;
    note(context, `reading the file ${argument}; for the site, write ${url}`);
    return argument;
  });
  return { ...args, positionals };
}

const MAX_PORT = 65_535;

/** @throws {UsageError} if the argument is a host with a port that is too large, and no file */
function checkPort(argument: string): void {
  if (!/:\d/.test(argument)) return;
  const port = OTHER_HOST.exec(argument)?.[1] ?? DOMAIN.exec(argument)?.[1] ?? '0';
  if (Number(port) <= MAX_PORT || existsSync(firstSegment(argument))) return;
  throw new UsageError(`${JSON.stringify(argument)} has the port ${port}; the largest port is ${MAX_PORT}`);
}

/** The name before the first slash. */
function firstSegment(argument: string): string {
  return argument.split('/', 1)[0] ?? '';
}

/** The end of the message about a missing file if the user may mean a site; empty if not. */
export function siteHint(argument: string): string {
  return DOMAIN.test(argument) && endingsOfBoth.has(LAST_LABEL.exec(argument)?.[1]?.toLowerCase() ?? '')
    ? `; if a site is meant, write its URL: https://${argument}`
    : '';
}
