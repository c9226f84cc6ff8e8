/** What all parts of the page share: the state, and the worker's answers about it. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo } from 'preact/hooks';
import type { EngineClient } from '../engine/client.js';
import type { QuestionKind, Questions } from '../engine/protocol.js';
import type { LinePart } from '../engine/question.js';
import type { InspectorServer, Opening } from '../server/server.js';
import type { InspectorState } from '../state/state.js';
import type { StateStore } from '../state/store.js';
import { Answers, type Asked } from './answers.js';
import { followSampleUrls, type SampleUrls } from './sample-urls.js';

/** A line to show in the editor. */
export interface Revealed {
  readonly line: number;
  /** Whether the editor gets the focus. */
  readonly takesFocus: boolean;
  /** Where the person was. */
  readonly from: { readonly scrollY: number; readonly focused: Element };
}

/** What the page has done. */
export interface Announcement {
  readonly text: string;
  /** Whether it is also shown. Screen readers always say it. */
  readonly isShown: boolean;
}

export interface Page {
  readonly store: StateStore;
  /** The command that serves the page; null for a static page. */
  readonly server: InspectorServer | null;
  /** What the server says about the file that it opens the page with; null if there is no server. */
  readonly opening: Opening | null;
  readonly answers: Answers;
  readonly grid: ReadonlySignal<Asked<'verdicts'>>;
  /** The steps of the chosen cell. */
  readonly explanation: ReadonlySignal<Asked<'explanation'>>;
  /** What the lint finds in the file. */
  readonly findings: ReadonlySignal<Asked<'findings'>>;
  /** How much of the site is open to search, AI training and AI answers. */
  readonly purposes: ReadonlySignal<Asked<'purposes'>>;
  /** What the second version opens and closes. */
  readonly comparison: ReadonlySignal<Asked<'comparison'>>;
  /** What the file as a whole has. */
  readonly summary: ReadonlySignal<Asked<'summary'>>;
  /** Paths that the rules of the file match, for the question. */
  readonly sampleUrls: SampleUrls;
  /** The parts of the file to mark and to scroll to: those that decide the chosen cell. The last one is the most important. */
  readonly marks: ReadonlySignal<readonly LinePart[]>;
  /** The line that the editor scrolls to; a new object each time that one is asked for. */
  readonly revealed: ReadonlySignal<Revealed | null>;
  /** Shows a line in the editor. With `takesFocus` the editor gets the focus, too, so that the keyboard goes on there. */
  reveal(line: number, takesFocus?: boolean): void;
  /** The lines that decide a cell of the grid. */
  readonly decidingLines: ReadonlySignal<ReadonlySet<number>>;
  /** The last action of the page. */
  readonly announcement: ReadonlySignal<Announcement>;
  /** Announces to screen readers what others see on the page. */
  announce(text: string): void;
  /** Shows a text for a while and announces it to screen readers, if nothing else on the page shows it. */
  report(text: string): void;
  /** Why the last file could not be opened, as a sentence; null if it could. */
  readonly refusal: Signal<string | null>;
}

export function createPage(
  store: StateStore,
  engine: EngineClient,
  server: InspectorServer | null = null,
  opening: Opening | null = null,
): Page {
  const answers = new Answers(engine, store.state);
  const grid = answers.follow('verdicts', ({ urls, crawlers, profile }) => ({
    urls,
    crawlers,
    profile,
  })).asked;
  const explanation = answers.follow('explanation', ({ chosen, profile }) =>
    chosen?.kind === 'cell' ? { url: chosen.url, crawler: chosen.crawler, profile } : null,
  ).asked;
  const findings = answers.follow('findings', () => ({})).asked;
  const purposes = answers.follow('purposes', ({ profile }) => ({ profile })).asked;
  const comparison = answers.follow('comparison', ({ profile, other }) =>
    other === null ? null : { profile },
  ).asked;
  const summary = answers.follow('summary', () => ({})).asked;
  const marks = computed(() => {
    const { answer, isPending } = explanation.value;
    return answer === null || isPending ? [] : answer.marks;
  });
  const decidingLines = computed(() => {
    const { answer } = grid.value;
    if (answer === null) return new Set<number>();
    const lines = new Set(answer.ruleLines);
    lines.delete(0);
    return lines;
  });
  const announcement = signal<Announcement>({ text: '', isShown: false });
  const say = (text: string, isShown: boolean): void => {
    // A screen reader repeats a text only if it has changed.
    const isRepeated = announcement.peek().text === text;
    announcement.value = { text: isRepeated ? `${text}\u00a0` : text, isShown };
  };
  const refusal = signal<string | null>(null);
  const revealed = signal<Revealed | null>(null);
  return {
    store,
    server,
    opening,
    answers,
    grid,
    explanation,
    findings,
    purposes,
    comparison,
    summary,
    sampleUrls: followSampleUrls(store, answers, (text) => say(text, true)),
    marks,
    revealed,
    reveal(line, takesFocus = false) {
      const focused = document.activeElement ?? document.body;
      revealed.value = { line, takesFocus, from: { scrollY: window.scrollY, focused } };
    },
    decidingLines,
    announcement,
    refusal,
    announce: (text) => say(text, false),
    report: (text) => say(text, true),
  };
}

const PageContext = createContext<Page | null>(null);

export const PageProvider = PageContext.Provider;

/** The page that a component belongs to. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('the component is not inside a PageProvider');
  return page;
}

/**
 * An answer that follows the state while the component is on the page.
 *
 * @param questionOf the question for a state; null if nothing is to be asked. That of the first call counts.
 */
export function useAnswer<Kind extends QuestionKind>(
  kind: Kind,
  questionOf: (state: InspectorState) => Questions[Kind]['question'] | null,
): ReadonlySignal<Asked<Kind>> {
  const { answers } = usePage();
  const following = useMemo(() => answers.follow(kind, questionOf), [answers, kind]);
  // Not in `useEffect`, which a component does not reach that is removed before the next frame.
  useLayoutEffect(() => following.dispose, [following]);
  return following.asked;
}
