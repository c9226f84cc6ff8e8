/** Paths to ask about, made from the rules of the file. */
import { patternWords } from 'robotstream/compare';
import type { RobotsDocument } from 'robotstream/web';
import { askedUrl } from '../../src/asked-url.js';
import type { ReadingQuestion } from './question.js';

/** How many paths are made, and from how many rules at most. */
const MAX_PATHS = 20;
const MAX_RULES = 500;

/** A path for each of the first rules, the root first. */
export function samplePaths(document: RobotsDocument, { profile }: ReadingQuestion): readonly string[] {
  const paths = new Set<string>();
  let tried = 0;
  for (const { rules } of document.groups) {
    for (const rule of rules) {
      if (paths.size >= MAX_PATHS || ++tried > MAX_RULES) return ['/', ...paths];
      const [path] = patternWords(rule, profile)?.matching ?? [];
      if (path !== undefined && path !== '/') paths.add(askedUrl(path));
    }
  }
  return tried === 0 ? [] : ['/', ...paths];
}
