/**
 * `robotstream check FILE URL...`: one document, one caller, some URLs.
 */
import { type Matcher, type ProfileName, parse, type RobotsDocument, type Verdict } from '../../index.js';
import { answerOf } from '../answer.js';
import type { Surroundings } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { type Input, inputOf } from '../input.js';
import { print } from '../output.js';
import { styleFor } from '../style.js';
import { visible } from '../visible.js';
import { headingText, verdictText } from './verdict-text.js';

export interface CheckRequest {
  readonly file: string;
  readonly urls: readonly string[];
  readonly agents: readonly string[];
  readonly profile: ProfileName;
  readonly maxOctets: number | undefined;
  readonly asJson: boolean;
}

/** A URL that was given, and what is said about it. */
type Judged =
  | { readonly url: string; readonly position: number; readonly verdict: Verdict }
  | { readonly url: string; readonly complaint: string };

/** @throws {InputError} if the file cannot be read */
export async function checkUrls(request: CheckRequest, surroundings: Surroundings): Promise<ExitCode> {
  const { file, urls, agents, profile, maxOctets, asJson } = request;
  const input = inputOf(file, surroundings);
  const document = await parse(input.octets, { maxOctets });
  const matcher = document.matcher({ agents, profile });
  const judged = urls.map((url, index) => judgeUrl(matcher, url, index + 1));

  await print(
    surroundings.stdout,
    asJson ? jsonLines(judged) : texts(request, input, document, judged, surroundings),
  );
  for (const one of judged) {
    if ('complaint' in one) surroundings.stderr.write(`robotstream: ${visible(one.complaint)}\n`);
  }
  return exitCode(judged);
}

function judgeUrl(matcher: Matcher, url: string, position: number): Judged {
  try {
    return { url, position, verdict: matcher.check(url) };
  } catch (error) {
    if (error instanceof TypeError) return { url, complaint: error.message };
    throw error;
  }
}

function exitCode(judged: readonly Judged[]): ExitCode {
  if (judged.some((one) => 'complaint' in one)) return EXIT.failure;
  return judged.some((one) => 'verdict' in one && !one.verdict.allowed) ? EXIT.findings : EXIT.fine;
}

function* jsonLines(judged: readonly Judged[]): Generator<string, void> {
  for (const one of judged) {
    if ('complaint' in one) continue;
    const { url, position, verdict } = one;
    const { explanation } = verdict;
    yield `${JSON.stringify({ id: position, ...answerOf(url, verdict), explanation })}\n`;
  }
}

function* texts(
  { agents, profile }: CheckRequest,
  { name }: Input,
  document: RobotsDocument,
  judged: readonly Judged[],
  surroundings: Surroundings,
): Generator<string, void> {
  const style = styleFor(surroundings);
  yield headingText({ name, agents, profile, truncated: document.truncated }, style);
  for (const one of judged) {
    if ('verdict' in one) yield `\n${verdictText(one.url, one.verdict, document, style)}`;
  }
}
