/**
 * The hosts file, which c-ares does not read for address queries.
 */
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { win32 } from 'node:path';

/**
 * Where a system has its hosts file.
 *
 * @param platform as in `process.platform`
 * @param environment as in `process.env`
 */
export function systemHostsFile(platform: string, environment: NodeJS.ProcessEnv): string {
  return platform === 'win32'
    ? win32.join(environment.SystemRoot ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
    : '/etc/hosts';
}

/** A hosts file. It is read again when it has changed. A file that cannot be read counts as empty. */
export class HostsFile {
  readonly #path: string;
  #version = '';
  #addresses: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(path: string) {
    this.#path = path;
  }

  /** The addresses of a host in the order of the file; none if the file does not name the host. */
  addressesOf(hostname: string): readonly string[] {
    try {
      const { mtimeMs, size } = statSync(this.#path);
      const version = `${mtimeMs} ${size}`;
      if (version !== this.#version) {
        this.#addresses = parse(readFileSync(this.#path, 'utf8'));
        this.#version = version;
      }
    } catch {
      this.#addresses = new Map();
      this.#version = '';
    }
    return this.#addresses.get(hostname.toLowerCase()) ?? [];
  }
}

function parse(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [entry] = line.split('#');
    const [address, ...names] = entry.trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const known = addresses.get(key);
      if (known === undefined) addresses.set(key, [address]);
      else if (!known.includes(address)) known.push(address);
    }
  }
  return addresses;
}
