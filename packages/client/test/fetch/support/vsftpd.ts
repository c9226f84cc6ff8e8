/** A real FTP server: vsftpd, of the Debian package of that name, as a child process on loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Need } from '../../../../../test/support/needs.js';
import { onFreePort } from '../../../../../test/support/ports.js';

const VSFTPD = '/usr/sbin/vsftpd';

export const VSFTPD_NEED: Need = { isMet: existsSync(VSFTPD), what: `${VSFTPD}, of the package vsftpd` };

export interface VsftpdOptions {
  /** The files, by name; a name that ends with `/` is a folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** A password that no anonymous login may have. */
  readonly bannedPassword?: string;
}

/**
 * Starts one; it ends with the test, and its files with it.
 *
 * @returns where it is: `ftp://127.0.0.1:1234`
 */
export async function startVsftpd({ files, bannedPassword = '' }: VsftpdOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-vsftpd-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  const empty = join(folder, 'empty');
  mkdirSync(root);
  mkdirSync(empty);
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) mkdirSync(join(root, name));
    else writeFileSync(join(root, name), content, { mode: 0o644 });
  }
  // It refuses a root folder that the login can write to, and must be able to enter it as another user.
  for (const path of [root, empty]) chmodSync(path, 0o555);
  chmodSync(folder, 0o755);

  const banned = join(folder, 'banned');
  writeFileSync(banned, `${bannedPassword}\n`);

  const isRoot = process.getuid?.() === 0;
  const settings = {
    listen: 'YES',
    background: 'NO',
    listen_address: '127.0.0.1',
    anonymous_enable: 'YES',
    local_enable: 'NO',
    deny_email_enable: bannedPassword === '' ? 'NO' : 'YES',
    banned_email_file: banned,
    delay_failed_login: 0,
    anon_root: root,
    // The user that the package makes for it.
    ftp_username: isRoot ? 'ftp' : userInfo().username,
    secure_chroot_dir: empty,
    run_as_launching_user: isRoot ? 'NO' : 'YES',
    seccomp_sandbox: 'NO',
    xferlog_enable: 'NO',
    ftpd_banner: folder,
  };
  return onFreePort(async (port) => {
    await run(join(folder, `vsftpd-${port}.conf`), { ...settings, listen_port: port });
    return `ftp://127.0.0.1:${port}`;
  });
}

/** Resolves once the server greets; the server ends with the test. @throws if it ends first */
async function run(
  configuration: string,
  settings: { readonly ftpd_banner: string; readonly listen_port: number },
): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(configuration, lines.join(''), { mode: 0o600 });
  const server = spawn(VSFTPD, [configuration], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  onTestFinished(async () => {
    server.kill();
    await ended;
  });
  await listening(server, settings.listen_port, settings.ftpd_banner);
}

/** Connects until the server greets. @throws if it ends first, as it does if another one has the port */
async function listening(server: ChildProcess, port: number, greeting: string): Promise<void> {
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  while (!(await greets(server, port, greeting)) || server.exitCode !== null) {
    if (server.exitCode !== null) throw new Error(`vsftpd ended with ${server.exitCode}: ${said}`);
  }
}

/** Whether it is this server that greets on the port. After that it is ready for the next connection. */
function greets(server: ChildProcess, port: number, greeting: string): Promise<boolean> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\n')) socket.destroy();
    });
    const leave = (): void => void socket.destroy();
    socket.on('end', leave);
    // What has the port need not say anything.
    server.once('exit', leave);
    socket.once('close', () => {
      server.off('exit', leave);
      resolve(said.includes(greeting));
    });
  });
}
