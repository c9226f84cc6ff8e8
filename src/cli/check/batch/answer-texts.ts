/**
 * The answers to one question as JSON text. Most crawlers of a question get the same answer about a URL, and its text is made
 * once.
 */
import { type AnswerLine, answerLine, type Decision } from '../answer-line.js';

/** For how many URLs of a question the last text is kept, so that a question with many URLs takes no more memory. */
const MAX_KEPT_TEXTS = 1024;

/** An answer, and the line of output that it makes, without its start. */
interface AnswerText {
  readonly answer: AnswerLine;
  readonly text: string;
}

export class AnswerTexts {
  /** By the index of the URL. */
  readonly #last: AnswerText[] = [];

  /** The end of the line of output about a URL of the question, after the id and the agent. */
  textOf(nth: number, url: string, decision: Decision): string {
    const last = this.#last[nth];
    if (last !== undefined && isSame(last.answer, decision)) return last.text;
    const answer = answerLine(url, decision);
    const text = `,${JSON.stringify(answer).slice(1)}\n`;
    if (nth < MAX_KEPT_TEXTS) this.#last[nth] = { answer, text };
    return text;
  }
}

/** Whether an answer about the URL says the same as a decision by the same robots.txt. */
function isSame({ line, reason, allowed }: AnswerLine, decision: Decision): boolean {
  return line === (decision.rule?.line ?? 0) && reason === decision.reason && allowed === decision.allowed;
}
