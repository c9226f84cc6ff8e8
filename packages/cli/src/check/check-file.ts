/**
 * `robotstream check FILE URL...`: URLs by one robots.txt.
 */
import { type Matcher, parse, type RobotsDocument } from 'robotstream';
import type { CommandContext } from '../command.js';
import { type ExitCode, InputError } from '../exit.js';
import { ACCEPTED_URL, inputOf, notAUrl } from '../input.js';
import { type AskedUrl, type AskingCrawlers, askedUrls, matchersOf } from './asked.js';
import { ClosingNotes } from './closing-notes.js';
import { type Judged, ruledAnswers } from './judged.js';
import { report } from './report.js';

export interface FileRequest {
  readonly file: string;
  readonly urls: readonly string[];
  /** The value of `--urls`; `undefined` if it is not given. */
  readonly list: string | undefined;
  readonly asked: AskingCrawlers;
  readonly maxOctets: number | undefined;
  readonly asJson: boolean;
}

/** @throws {InputError} (rejects) if the file cannot be read */
export async function checkFile(request: FileRequest, context: CommandContext): Promise<ExitCode> {
  const { file, urls, list, asked, maxOctets, asJson } = request;
  const { name, octets } = inputOf(file, context);
  const document = await parse(octets, { maxOctets });
  const heading = { name, asked, truncated: document.truncated, notes: new ClosingNotes({ file }) };
  const judged = judgeAll(askedUrls(urls, list, context), matchersOf(document, asked), document);
  return report(judged, { asJson, heading }, context);
}

async function* judgeAll(
  urls: AsyncIterable<AskedUrl>,
  matchers: readonly Matcher[],
  document: RobotsDocument,
): AsyncGenerator<Judged, void> {
  try {
    for await (const one of urls) yield judge(one, matchers, document);
  } catch (error) {
    // Answers from before a list fails are still printed.
    if (!(error instanceof InputError)) throw error;
    yield { complaint: error.message };
  }
}

function judge({ url, position }: AskedUrl, matchers: readonly Matcher[], document: RobotsDocument): Judged {
  try {
    return { url, position, answers: ruledAnswers(matchers, url), document, provenance: null };
  } catch (error) {
    if (error instanceof TypeError) return { complaint: notAUrl(url, ACCEPTED_URL) };
    throw error;
  }
}
