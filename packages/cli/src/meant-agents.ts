/**
 * Notes on names of crawlers that may be misspelled, and headers in place of names.
 */
import { CRAWLERS, likelyName, nameHint } from 'robotstream/crawlers/internal';
import type { Arguments } from '../../command-line/src/arguments.js';
import type { CommandContext } from '../../command-line/src/command.js';
import { UsageError } from '../../command-line/src/exit.js';
import { registeredCrawler } from './crawler-notes.js';
import { note } from './notes.js';

/**
 * The command line with User-Agent headers replaced by their product tokens. A note says so. Other notes are about names that may be misspelled
 * or are retired.
 *
 * @throws {UsageError} if an agent is the header of a browser
 */
export function withMeantAgents(args: Arguments, context: CommandContext): Arguments {
  const given = args.all('agent');
  if (given.length === 0) return args;
  const agents = given.map((agent) => {
    const hint = nameHint(agent);
    if (hint === null || !/-header$/.test(hint.kind)) {
      noteNames([agent], context);
      return agent;
    }
    const [token] = hint.meant;
    if (token === undefined) throw new UsageError(`--agent ${JSON.stringify(agent)}: ${hint.sentence}`);
    note(context, `${hint.sentence} The token is used in place of the header.`);
    return token;
  });
  return {
    ...args,
    all: (name) => (name === 'agent' ? agents : args.all(name)),
    one: (name) => (name === 'agent' ? agents[0] : args.one(name)),
  };
}

/** Prints a note for each name that may be misspelled or is retired. */
export function noteNames(names: Iterable<string>, context: CommandContext): void {
  for (const name of new Set(names)) {
    const hint = nameHint(name);
    if (hint === null) noteTypingError(name, context);
    else note(context, hint.sentence);
  }
}

/** A shorter name is close to too many others. */
const MIN_CHARACTERS = 4;

/**
 * Prints a note on a name that one typing error separates from a registered one. `nameHint` is about names in files, where `Snapbot` is another
 * crawler than `ShapBot`, so it has no hint on the errors in short names. A name on a command line is more likely to be wrong than unknown.
 */
function noteTypingError(agent: string, context: CommandContext): void {
  const [token = ''] = agent.split('/', 1);
  if (token.length < MIN_CHARACTERS || registeredCrawler(agent) !== undefined) return;
  const tokens = CRAWLERS.flatMap((crawler) => crawler.tokens);
  const meant = likelyName(token, tokens, 1);
  if (meant === undefined || meant.toLowerCase() === token.toLowerCase()) return;
  note(context, `${JSON.stringify(token)} is no crawler of the registry; did you mean ${meant}?`);
}
