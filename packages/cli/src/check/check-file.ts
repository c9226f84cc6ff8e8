/**
 * `robotstream check FILE URL...`: URLs by one robots.txt.
 */
import { type Matcher, parse, type RobotsDocument } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import { type ExitCode, untilInterrupted } from '../../../command-line/src/exit.js';
import { ACCEPTED_URL, inputOf, notAUrl } from '../input.js';
import { noteKind } from '../robots-source.js';
import { type AskedList, type AskingCrawlers, matchersOf } from './asked.js';
import { ClosingNotes } from './closing-notes.js';
import { type Judged, ruledAnswers } from './judged.js';
import { report } from './report.js';

export interface FileRequest {
  readonly file: string;
  readonly urls: readonly string[];
  readonly asked: AskingCrawlers;
  readonly maxOctets: number | undefined;
  readonly asJson: boolean;
  /** How a list is judged; `undefined` if `--urls` is not given. */
  readonly list: AskedList | undefined;
}

/** @throws {InputError} (rejects) if the file cannot be read */
export async function checkFile(request: FileRequest, context: CommandContext): Promise<ExitCode> {
  const { file, urls, list, asked, maxOctets, asJson } = request;
  const { name, octets } = inputOf(file, context);
  const document = await parse(octets, { maxOctets });
  noteKind(name, document, context);
  const heading = { name, asked, truncated: document.truncated, notes: new ClosingNotes({ file }) };
  const matchers = matchersOf(document, asked);
  const judge = (url: string, position: number): Judged => judgeUrl(url, position, matchers, document);
  if (list === undefined) return report(judgedInOrder(urls, judge), { asJson, heading }, context);
  const { checkList } = await import('./list/check-list.js');
  return untilInterrupted((signal) =>
    checkList({ ...list, urls, heading, isFile: true, signal }, { prepare: async () => {}, judge }, context),
  );
}

async function* judgedInOrder(
  urls: readonly string[],
  judge: (url: string, position: number) => Judged,
): AsyncGenerator<Judged, void> {
  for (const [i, url] of urls.entries()) yield judge(url, i + 1);
}

function judgeUrl(
  url: string,
  position: number,
  matchers: readonly Matcher[],
  document: RobotsDocument,
): Judged {
  try {
    return { url, position, answers: ruledAnswers(matchers, url), document, provenance: null };
  } catch (error) {
    if (error instanceof TypeError) return { complaint: notAUrl(url, ACCEPTED_URL) };
    throw error;
  }
}
