/**
 * `robotstream check FILE URL...`: URLs by one robots.txt.
 */
import { type Matcher, type ProfileName, parse, type RobotsDocument } from '../../index.js';
import type { CommandContext } from '../command.js';
import type { ExitCode } from '../exit.js';
import { ACCEPTED_URL, inputOf, notAUrl } from '../input.js';
import { type Judged, report } from './report.js';

export interface FileRequest {
  readonly file: string;
  readonly urls: readonly string[];
  readonly agents: readonly string[];
  readonly profile: ProfileName;
  readonly maxOctets: number | undefined;
  readonly asJson: boolean;
}

/** @throws {InputError} (rejects) if the file cannot be read */
export async function checkFile(request: FileRequest, context: CommandContext): Promise<ExitCode> {
  const { file, urls, agents, profile, maxOctets, asJson } = request;
  const { name, octets } = inputOf(file, context);
  const document = await parse(octets, { maxOctets });
  const matcher = document.matcher({ agents, profile });
  const heading = { name, agents, profile, truncated: document.truncated };
  return report(judgeAll(urls, matcher, document), { asJson, heading }, context);
}

function* judgeAll(urls: readonly string[], matcher: Matcher, document: RobotsDocument): Generator<Judged> {
  for (const [index, url] of urls.entries()) yield judge(url, index + 1, matcher, document);
}

function judge(url: string, position: number, matcher: Matcher, document: RobotsDocument): Judged {
  try {
    const verdict = matcher.check(url);
    const { explanation } = verdict;
    return { url, position, decision: verdict, explanation, document, provenance: null };
  } catch (error) {
    if (error instanceof TypeError) return { complaint: notAUrl(url, ACCEPTED_URL) };
    throw error;
  }
}
