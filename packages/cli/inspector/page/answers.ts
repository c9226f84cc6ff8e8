/** Answers of the worker as signals that follow the state of the page. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { EngineClient } from '../engine/client.js';
import type { FileSlot, QuestionKind, Questions } from '../engine/protocol.js';
import type { InspectorState } from '../state/state.js';

/** What is known of an answer. */
export interface Asked<Kind extends QuestionKind> {
  /** The last answer; while `isPending`, to an earlier question. Null if there is none. */
  readonly answer: Questions[Kind]['answer'] | null;
  /** How far the pending answer is; null if nothing of it is known yet. */
  readonly progress: Questions[Kind]['progress'] | null;
  /** Why the question cannot be answered; null if it can. */
  readonly fault: string | null;
  /** Whether the answer to the current question is still to come. */
  readonly isPending: boolean;
}

/** An answer that follows the state, until it is disposed of. */
export interface Following<Kind extends QuestionKind> {
  readonly asked: ReadonlySignal<Asked<Kind>>;
  dispose(): void;
}

export class Answers {
  readonly #engine: EngineClient;
  readonly #file: ReadonlySignal<Uint8Array>;
  readonly #other: ReadonlySignal<Uint8Array | null>;
  readonly #state: ReadonlySignal<InspectorState>;
  /** What the worker holds. */
  readonly #sent = new Map<FileSlot, Uint8Array | null>([['other', null]]);

  constructor(engine: EngineClient, state: ReadonlySignal<InspectorState>) {
    this.#engine = engine;
    this.#state = state;
    this.#file = computed(() => state.value.file);
    this.#other = computed(() => state.value.other?.octets ?? null);
  }

  /**
   * Asks a question now, and again whenever it or a file changes. Only one caller at a time asks questions of a kind.
   *
   * @param questionOf the question for a state; null if nothing is to be asked
   */
  follow<Kind extends QuestionKind>(
    kind: Kind,
    questionOf: (state: InspectorState) => Questions[Kind]['question'] | null,
  ): Following<Kind> {
    const asked = signal<Asked<Kind>>({ answer: null, progress: null, fault: null, isPending: false });
    // As text, so that an equal question is not asked again.
    const question = computed(() => JSON.stringify(questionOf(this.#state.value)));
    const dispose = effect(() => {
      const current = JSON.parse(question.value) as Questions[Kind]['question'] | null;
      // The effect runs again when a file changes.
      this.#send('file', this.#file.value);
      this.#send('other', this.#other.value);
      if (current === null) {
        asked.value = { answer: null, progress: null, fault: null, isPending: false };
        return;
      }
      const { answer } = asked.peek();
      asked.value = { answer, progress: null, fault: null, isPending: true };
      return this.#engine.ask(kind, current, {
        progress(progress) {
          asked.value = { ...asked.peek(), progress };
        },
        answer(newAnswer) {
          asked.value = { answer: newAnswer, progress: null, fault: null, isPending: false };
        },
        failure(fault) {
          asked.value = { answer: null, progress: null, fault, isPending: false };
        },
      });
    });
    return { asked, dispose };
  }

  #send(slot: FileSlot, octets: Uint8Array | null): void {
    if (this.#sent.get(slot) === octets) return;
    this.#sent.set(slot, octets);
    this.#engine.setFile(slot, octets);
  }
}
