/**
 * What decides about the URLs of a question: its robots.txt, or the status that it was fetched with.
 */
import { accessOf, type FileKind, fileKind, parseSync, type RobotsDocument } from 'robotstream';
import { statusDocument } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../../../command-line/src/reading-name.js';
import type { Body, Question } from './question.js';

export interface BatchFile {
  /** What the file is if it is no robots.txt; null if it may be one, or if a status decides. */
  readonly kind: FileKind | null;
  /** The file as a profile reads it, or one that means the same as the status does under it. */
  under(profile: ReadingName): RobotsDocument;
}

/**
 * Finds the files of questions. The last robots.txt is used again if the next question has the same body.
 *
 * @param maxOctets the parsing limit of every body; default the library's
 */
export function rememberingFiles(maxOctets: number | undefined): (question: Question) => BatchFile {
  let lastBody: Body | undefined;
  let last: BatchFile | undefined;
  return ({ file }) => {
    if (typeof file === 'number') {
      return { kind: null, under: (profile) => statusDocument(file, accessOf(file, profile)) };
    }
    if (last === undefined || file.text !== lastBody?.text || file.encoding !== lastBody.encoding) {
      const octets = file.encoding === 'base64' ? Buffer.from(file.text, 'base64') : file.text;
      const document = parseSync(octets, { maxOctets });
      lastBody = file;
      last = { kind: fileKind(octets) ?? null, under: () => document };
    }
    return last;
  };
}
