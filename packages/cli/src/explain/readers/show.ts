/**
 * `robotstream explain --readers`: how programs and services read a file, and where they differ from RFC 9309.
 */
import type { RobotsDocument } from 'robotstream';
import { lineReadings, readings, type UrlReading } from 'robotstream/readers';
import type { Arguments } from '../../../../command-line/src/arguments.js';
import type { CommandContext } from '../../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../../command-line/src/exit.js';
import { print } from '../../../../command-line/src/output.js';
import { jsonText, visible } from '../../../../command-line/src/terminal.js';
import { questionLine } from '../../answer-text.js';
import { namesText } from '../../caller.js';
import { layoutOf } from '../../code-frame.js';
import { aboutUrl, isUrlArgument } from '../../input.js';
import { kindOf } from '../../kind-notice.js';
import { sourceRequestOf } from '../../network-options.js';
import { oneAgentOf } from '../../options.js';
import { readRules } from '../../robots-source.js';
import { lineReadingsText, urlReadingsText } from './readings-text.js';

/** What `--json` prints. */
export const READERS_OUTPUT = `{"url", "agent", "kind", "readings": [{"reader", "kind", "title", "allowed", "line", "differs", "because"}]}
The first kind is what the file is if it is no robots.txt, such as "html", or else null. That of a reader is "profile", "program" or "service". line is that of the rule that decides, or 0 if none does. differs says whether the verdict is unlike that of RFC 9309. because is a sentence without its subject, or null if verdict and line are those of RFC 9309.
With --all: {"agent", "kind", "lines": [{"line", "witnesses": [{"url", "allowed", "readings"}]}], "areAllTried"}. allowed is what RFC 9309 says of the URL; readings are those that say the opposite. areAllTried is false if the search ended at its limit.
A cause is named if the reader departs so from RFC 9309 in general, and if RFC 9309 with this departure judges the URL as the reader does. Several causes are named if it takes all of them. Otherwise, the sentence names the line that decides.`;

/** Runs `explain --readers`. */
export async function showReaders(args: Arguments, context: CommandContext): Promise<ExitCode> {
  const { from, urls } = questionOf(args);
  const agent = oneAgentOf(args, context);
  const { name, document, absence } = await readRules(
    from,
    sourceRequestOf(args, [from], [agent]),
    context,
    urls[0],
  );
  const kind = kindOf(document);
  const layout = layoutOf(document, context);
  const { style } = layout;
  const heading = [questionLine(`${name} for ${namesText([agent])}`, document.truncated, style)];
  if (absence !== null) heading.push(`${style.dim(visible(absence.explanation))}\n`);
  const asJson = args.has('json');
  if (args.has('all')) {
    const found = lineReadings(document, { agents: agent });
    await print(
      context.stdout,
      asJson
        ? [`${jsonText({ agent, kind, ...found })}\n`]
        : [...heading, ...lineReadingsText(found, document, layout)],
    );
    return found.lines.length === 0 && found.areAllTried ? EXIT.fine : EXIT.findings;
  }
  const answers = urls.map((url) => ({ url, readings: judged(document, url, agent) }));
  await print(
    context.stdout,
    asJson
      ? answers.map(({ url, readings: found }) => `${jsonText({ url, agent, kind, readings: found })}\n`)
      : [...heading, ...answers.flatMap((answer) => [...urlReadingsText(answer, layout)])],
  );
  const differ = answers.some(({ readings: found }) => found.some(({ differs }) => differs));
  return differ ? EXIT.findings : EXIT.fine;
}

/**
 * Where the robots.txt is, and the URLs that are asked about.
 *
 * @throws {UsageError} if they are missing, or given with `--all`
 */
function questionOf(args: Arguments): { readonly from: string; readonly urls: readonly string[] } {
  const [from, ...given] = args.positionals;
  if (from === undefined) throw new UsageError('no FILE and no URL is given');
  if (args.has('all')) {
    if (given.length > 0) throw new UsageError('--all is about the whole file; no URL is expected');
    return { from, urls: [] };
  }
  if (given.length > 0) return { from, urls: given };
  if (!isUrlArgument(from)) throw new UsageError('no URL is given; for the whole file: --all');
  return { from, urls: [from] };
}

/** How all readers judge a URL, those that differ from RFC 9309 first. */
function judged(document: RobotsDocument, url: string, agent: string): readonly UrlReading[] {
  const all = aboutUrl(url, () => readings(document, url, { agents: agent }));
  return all.sort((a, b) => Number(b.differs) - Number(a.differs));
}
