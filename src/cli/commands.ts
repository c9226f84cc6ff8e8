/**
 * The sub-commands. Each is loaded when it is asked for: none waits for what another needs.
 */
import type { Command } from './command.js';

export interface CommandEntry {
  /** One line of `robotstream --help`. */
  readonly summary: string;
  load(): Promise<Command>;
}

export const COMMANDS: { readonly [name: string]: CommandEntry } = {
  check: {
    summary:
      "Judge URLs by a robots.txt, a file or each site's own, and say why; with --batch, many for another program.",
    load: async () => (await import('./check/command.js')).checkCommand,
  },
  fetch: {
    summary: 'Fetch the robots.txt that governs a URL, and say what came of it and what that means.',
    load: async () => (await import('./fetch/command.js')).fetchCommand,
  },
  parse: {
    summary: 'Show what a robots.txt says and what is odd about it: for people, as JSON, or as events.',
    load: async () => (await import('./parse/command.js')).parseCommand,
  },
};
