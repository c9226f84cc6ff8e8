/** Answers of many captures, in little memory: equal ones are kept once, and most captures have the same few. */
import type { Answer } from './shared-answers.js';

/** What an answer, and the answers of a capture, take beside their texts, about. */
const ANSWER_OCTETS = 500;
const LIST_OCTETS = 100;

/** How many distinct answers are kept: as many as there are characters. */
const MAX_ANSWERS = 0xffff;

export class AnswerMemory {
  readonly #answers: Answer[] = [];
  /** The number of an answer, by itself and by its cells. */
  readonly #known = new Map<Answer | string, number>();
  /** Of the answers of a capture, the number of each as a character; of answers that are all the same, the first one. */
  readonly #lists: string[] = [];
  readonly #listNumbers = new Map<string, number>();
  /** How many octets of memory are in use, about. */
  octets = 0;

  /** The number of the answers of a capture; undefined if there are too many distinct ones. */
  add(answers: readonly Answer[]): number | undefined {
    const characters: string[] = [];
    let isSame = true;
    for (let nth = 0, number: number | undefined; nth < answers.length; nth++) {
      if (nth === 0 || answers[nth] !== answers[nth - 1]) number = this.#numberOf(answers[nth]);
      if (number === undefined) return undefined;
      const character = String.fromCharCode(number);
      isSame &&= nth === 0 || character === characters[0];
      characters.push(character);
    }
    const list = isSame ? (characters[0] ?? '') : characters.join('');
    let number = this.#listNumbers.get(list);
    if (number === undefined) {
      number = this.#lists.push(list) - 1;
      this.#listNumbers.set(list, number);
      this.octets += LIST_OCTETS + 2 * list.length;
    }
    return number;
  }

  /** The answers with a number: so many, or one that stands for all. */
  list(number: number, length: number): readonly Answer[] {
    const list = this.#lists[number];
    return Array.from({ length }, (_, nth) => this.#answers[list.charCodeAt(list.length === 1 ? 0 : nth)]);
  }

  #numberOf(answer: Answer): number | undefined {
    const same = this.#known.get(answer);
    if (same !== undefined) return same;
    const cells = textOf(answer);
    const equal = this.#known.get(cells);
    if (equal !== undefined || this.#answers.length >= MAX_ANSWERS) return equal;
    const number = this.#answers.push(answer) - 1;
    // Those by the status alone are the same object in every capture.
    this.#known.set(answer, number).set(cells, number);
    this.octets += ANSWER_OCTETS + 3 * cells.length;
    return number;
  }
}

/** The cells of an answer as one text. Of the texts in it, none has a line feed. It takes a fifth of the time that JSON takes. */
function textOf(answer: Answer): string {
  const { allowed, line, directive, pattern, reason, selectedBy } = answer;
  const { restriction, refusedShare, crawlDelay, appliedUsage, statedUsage } = answer;
  return `${allowed}\n${line}\n${directive}\n${pattern === null ? '' : `=${pattern}`}\n${reason}\n${selectedBy}\n${restriction}\n${refusedShare}\n${crawlDelay}\n${listText(appliedUsage)}\n${listText(statedUsage)}`;
}

function listText(list: readonly string[] | null): string {
  return list === null ? '' : `=${list.join(' ')}`;
}
