/** Chromium, which tests start and never download. */
import { existsSync } from 'node:fs';
import type { Need } from './needs.js';

export const CHROMIUM = process.env.ROBOTSTREAM_CHROMIUM || '/usr/bin/chromium';

/** For tests in a browser. */
export const CHROMIUM_NEED: Need = {
  isMet: existsSync(CHROMIUM),
  what: 'Chromium: /usr/bin/chromium, or ROBOTSTREAM_CHROMIUM',
};

/** Without a sandbox (CI runs as root), and without background requests to the network. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
