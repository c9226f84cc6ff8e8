/**
 * Suggestions for unknown names of crawlers, commands, options and values.
 */
import { nameHint, nearestName } from 'robotstream/crawlers';
import type { Arguments } from './arguments.js';
import type { CommandContext } from './command.js';
import { UsageError } from './exit.js';
import { visible } from './terminal.js';

/** The end of a message about an unknown name: `; did you mean check?`; empty if no known name is close. */
export function didYouMean(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/**
 * The command line with User-Agent headers replaced by their product tokens. A note says so. Other notes are about names that may be misspelled
 * or are retired.
 *
 * @throws {UsageError} if an agent is the header of a browser
 */
export function withMeantAgents(args: Arguments, { stderr }: Pick<CommandContext, 'stderr'>): Arguments {
  const given = args.all('agent');
  if (given.length === 0) return args;
  const agents = given.map((agent) => {
    const hint = nameHint(agent);
    if (hint === null) return agent;
    const isHeader = hint.kind === 'user-agent-header' || hint.kind === 'browser-header';
    if (isHeader && hint.meant.length === 0)
      throw new UsageError(`--agent ${JSON.stringify(agent)}: ${hint.sentence}`);
    noteOn(isHeader ? `${hint.sentence} The token is used in place of the header.` : hint.sentence, stderr);
    return isHeader ? (hint.meant[0] ?? agent) : agent;
  });
  return {
    ...args,
    all: (name) => (name === 'agent' ? agents : args.all(name)),
    one: (name) => (name === 'agent' ? agents[0] : args.one(name)),
  };
}

/** Prints a note for each name that may be misspelled or is retired. */
export function noteNames(names: Iterable<string>, { stderr }: Pick<CommandContext, 'stderr'>): void {
  for (const name of new Set(names)) {
    const hint = nameHint(name);
    if (hint !== null) noteOn(hint.sentence, stderr);
  }
}

function noteOn(text: string, stderr: CommandContext['stderr']): void {
  stderr.write(`robotstream: note: ${visible(text)}\n`);
}
