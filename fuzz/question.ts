/**
 * A question about a file. The first line of the octets is the question: a character for the profile, product tokens with
 * commas between them up to a space, and a URL. The rest is the file.
 */
import { PROFILES, type ProfileName } from '../src/core.js';
import { isRefused } from '../test/reference/agents.js';
import { headAndBody, utf8 } from './input.js';
import type { Target } from './target.js';

export interface Question {
  readonly profile: ProfileName;
  readonly agents: string[];
  readonly url: string;
  readonly body: Uint8Array;
}

const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

export function questionOf(data: Uint8Array): Question {
  const { head, body } = headAndBody(data);
  const [, agents = '', url = ''] = /^.?([^ ]*) ?(.*)$/s.exec(head) ?? [];
  const profile = PROFILE_NAMES[(data[0] ?? 0) % PROFILE_NAMES.length] ?? 'rfc9309';
  // The reference takes names that the package refuses.
  const names = agents.split(',').filter((name) => !isRefused(name));
  return { profile, agents: names, url, body };
}

/** The files of the conformance cases, each with URLs and names that its test file has. */
export const questionSeeds: Target['seeds'] = (texts) =>
  texts.flatMap((ofOneFile) => {
    const urls = ofOneFile.filter((text) => /^(\/|https?:)/.test(text));
    const names = ofOneFile.filter((text) => /^[\w-]{1,20}$/.test(text));
    const files = ofOneFile.filter((text) => /^[^/\n]*:|\n/.test(text));
    return files.map((file, i) => {
      const agents = names[i % names.length] ?? 'a';
      return utf8(`${i % 4}${agents} ${urls[i % urls.length] ?? '/'}\nuser-agent: ${agents}\n${file}`);
    });
  });

/** What is asked, or the name of the error with which it is refused. */
export function outcomeOf<Answer>(ask: () => Answer): Answer | string {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeError) return 'TypeError';
    throw error;
  }
}
