/** Reads the URLs of a list that a person opens: a sitemap, a table that a crawler exports, or a plain list; in gzip or not. */
import {
  countedText,
  LIST_PROBLEMS,
  type ListKind,
  type ListProblemCode,
} from '../../src/url-lists/entries.js';
import { readUrlList } from '../../src/url-lists/read-list.js';
import { count } from '../page/words.js';

/** A list, read. */
export interface UrlList {
  readonly urls: readonly string[];
  /** What was read and what was not, as a sentence. */
  readonly summary: string;
}

/** How many URLs are taken. More would make the field slow; the command reads lists of any length. */
export const MAX_LIST_URLS = 10_000;

const KINDS: { readonly [kind in ListKind]: string } = {
  list: 'the list',
  csv: 'the table',
  sitemap: 'the sitemap',
  'sitemap-index': 'the index of sitemaps',
};

/** Reads a list. It rejects if the file cannot be read. */
export async function readUrlListFile(file: File): Promise<UrlList> {
  const urls = new Set<string>();
  const problems = new Map<ListProblemCode, number>();
  let kind: ListKind = 'list';
  let leftOut = 0;
  for await (const part of readUrlList(chunksOf(file), file.name)) {
    kind = part.kind;
    for (const { url } of part.entries) {
      if (urls.size < MAX_LIST_URLS) urls.add(url);
      else if (!urls.has(url)) leftOut++;
    }
    for (const { code } of part.problems) {
      problems.set(code, (problems.get(code) ?? 0) + 1);
    }
  }
  if (kind === 'sitemap-index') {
    const summary = `${file.name} names ${count(urls.size, 'sitemap')} and no pages. Open one of these sitemaps.`;
    return { urls: [], summary };
  }
  const parts = [
    `${count(urls.size, 'URL')} of ${KINDS[kind]} ${file.name}`,
    ...(leftOut === 0
      ? []
      : [`${leftOut.toLocaleString('en')} more are left out; robotstream check reads them all`]),
    ...Array.from(problems, ([code, number]) => countedText(number, LIST_PROBLEMS[code])),
  ];
  return { urls: [...urls], summary: `${parts.join('; ')}.` };
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array, void> {
  const reader = file.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
