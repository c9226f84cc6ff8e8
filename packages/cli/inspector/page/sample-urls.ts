/** URLs of the question that are made from the file in view: by a button, and for a file that is opened while the question has none of the person's own. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { INITIAL_STATE, opened, ROOT_URL, type RobotsFile } from '../state/state.js';
import type { StateStore } from '../state/store.js';
import type { Answers } from './answers.js';
import { SAMPLES } from './samples.js';
import { count } from './words.js';

/** The field of the URLs. */
export const URLS_ID = 'urls';

/** How many paths a newly opened file gets. */
const MAX_AT_OPENING = 5;

export interface SampleUrls {
  /** Whether the page has made the URLs of the question from rules. */
  readonly areMade: ReadonlySignal<boolean>;
  /** Replaces the URLs of the question by paths that the rules of the file match. */
  make(): void;
  /** Shows another file. Its rules replace URLs that the page itself has put into the question: they are about another file. */
  open(file: RobotsFile): void;
  /** Replaces such URLs if the whole text is that of another file. */
  follow(): void;
}

export function followSampleUrls(
  store: StateStore,
  answers: Answers,
  report: (text: string) => void,
): SampleUrls {
  /** Why URLs are wanted; null if they are not. */
  const wanted = signal<'by-button' | 'for-file' | null>(null);
  const made = signal<string | null>(null);
  const { asked } = answers.follow('samples', ({ profile }) => (wanted.value === null ? null : { profile }));
  effect(() => {
    const { answer, isPending } = asked.value;
    const why = wanted.value;
    if (why === null || isPending || answer === null) return;
    wanted.value = null;
    if (why === 'by-button') {
      if (answer.length === 0) {
        report('The file has no rule that matches a path.');
        return;
      }
      put(answer);
      report(`${count(answer.length, 'path')} that the rules of the file match.`);
    } else if (isOfPage()) put(answer.length === 0 ? [ROOT_URL] : answer.slice(0, MAX_AT_OPENING));

    function put(paths: readonly string[]): void {
      const urls = paths.join('\n');
      made.value = urls;
      if (why === 'by-button') store.choose({ urls });
      else store.type({ urls }); // Back undoes it together with the file.
    }
  });

  /** Whether the page has put the URLs there, and nobody has changed them since or is about to. */
  const isOfPage = (): boolean => {
    const { urls } = store.state.peek();
    if (document.activeElement?.id === URLS_ID) return false;
    return (
      urls === made.peek() ||
      urls === INITIAL_STATE.urls ||
      urls === ROOT_URL ||
      SAMPLES.some((sample) => sample.urls.join('\n') === urls)
    );
  };
  const follow = (): void => {
    if (store.state.peek().file.length > 0 && isOfPage()) wanted.value = 'for-file';
  };
  return {
    areMade: computed(() => made.value !== ROOT_URL && store.state.value.urls === made.value),
    make() {
      wanted.value = 'by-button';
    },
    open(file) {
      store.choose(opened(file));
      follow();
    },
    follow,
  };
}
