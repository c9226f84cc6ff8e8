/** How much of a site is open, in words. */
import type { Openness, OpenTo } from '../engine/openness.js';
import { count, listed } from '../page/words.js';

const WORDS = {
  none: 'everything',
  paths: 'all but a few paths',
  few: 'all but a few paths',
  many: 'all but many paths',
  most: 'only a few paths',
  all: 'nothing',
} as const satisfies { readonly [openness in NonNullable<Openness>]: string };

/** What a crawler may fetch. */
export function openWords(openness: Openness): string {
  return openness === null ? 'an undecided part' : WORDS[openness];
}

/** How many crawlers may fetch what, such as `38 may fetch all but a few paths and 4 nothing`, from the most to the least open. */
export function openCounts(crawlers: readonly Openness[]): string {
  const numbers = new Map<string, number>();
  for (const openness of [...(Object.keys(WORDS) as NonNullable<Openness>[]), null]) {
    const words = openWords(openness);
    const number = crawlers.filter((one) => one === openness).length;
    if (number > 0) numbers.set(words, (numbers.get(words) ?? 0) + number);
  }
  const texts = Array.from(
    numbers,
    ([words, number], i) => `${number}${i === 0 ? ' may fetch' : ''} ${words}`,
  );
  return listed(texts);
}

/** What most of the crawlers may fetch, and what the others may. */
export interface Headline {
  /** How many crawlers it is about, such as `all 42` or `40 of 42`. */
  readonly share: string;
  readonly words: string;
  /** Everything for all of them is good, nothing for most of them is bad, and all else is neither. */
  readonly tone: 'allowed' | 'disallowed' | '';
  /** What the others may fetch, such as `GPTBot and CCBot: nothing`. */
  readonly others: readonly string[];
}

/** How many names of other crawlers are shown. */
const MAX_NAMES = 3;

export function headlineOf(open: readonly OpenTo[]): Headline {
  const groups = inWords(open);
  const [first] = [...groups].sort((one, other) => other.names.length - one.names.length);
  // Those to which the least is open come first.
  const others = groups.filter((group) => group !== first).reverse();
  const total = others.reduce((sum, { names }) => sum + names.length, first.names.length);
  const isAllOpen = first.words === WORDS.none && others.length === 0;
  return {
    share: others.length === 0 ? `all ${total}` : `${first.names.length} of ${total}`,
    words: first.words,
    tone: isAllOpen ? 'allowed' : first.words === WORDS.all ? 'disallowed' : '',
    others: others.map(({ words, names }) => {
      const left = names.length - MAX_NAMES;
      const who = left > 0 ? [...names.slice(0, MAX_NAMES), count(left, 'other')] : names;
      return `${listed(who)}: ${words}`;
    }),
  };
}

/** Those about which the page says the same are one. */
function inWords(open: readonly OpenTo[]): readonly { words: string; names: readonly string[] }[] {
  const found = new Map<string, readonly string[]>();
  for (const { openness, names } of open) {
    const words = openWords(openness);
    found.set(words, [...(found.get(words) ?? []), ...names]);
  }
  return Array.from(found, ([words, names]) => ({ words, names }));
}
