/**
 * The parts of lines of output, as JSON text. Most crawlers of a question get the same answer about a URL, and most questions are about
 * the same crawlers, so each text is made once.
 */
import type { FileKind } from 'robotstream';
import { hasHidden, withEscapes } from '../../../../command-line/src/terminal.js';
import { type AnswerLine, answerLine, type Decision } from '../answer-line.js';
import { flat } from './result.js';

/** The last text is kept for this many URLs of a question, so that memory is bounded for a question with many URLs. */
const MAX_KEPT_TEXTS = 1024;

/** An answer, and the line of output that it makes, without its start. */
interface AnswerText {
  readonly answer: AnswerLine;
  readonly text: string;
}

/** The answers to one question. */
export class AnswerTexts {
  /** By the index of the URL. */
  readonly #last: AnswerText[] = [];
  readonly #kind: FileKind | null;

  /** @param kind what the file is if it is no robots.txt, else null */
  constructor(kind: FileKind | null) {
    this.#kind = kind;
  }

  /** The end of the line of output about a URL of the question, after the id and the agent. */
  textOf(nth: number, url: string, decision: Decision): string {
    const last = this.#last[nth];
    if (last !== undefined && isSame(last.answer, decision)) return last.text;
    const answer = answerLine(url, decision);
    const kind = this.#kind === null ? '' : `,"kind":"${this.#kind}"`;
    const text = flat(',', answerJson(answer).slice(1, -1), `${kind}}\n`);
    if (nth < MAX_KEPT_TEXTS) this.#last[nth] = { answer, text };
    return text;
  }
}

/** An answer as JSON. Only its URL and pattern can have anything to escape: searching all of it would take a tenth of a question's time. */
function answerJson(answer: AnswerLine): string {
  const json = JSON.stringify(answer);
  return hasHidden(answer.url) || hasHidden(answer.pattern ?? '') ? withEscapes(json) : json;
}

/** Whether an answer about the URL says the same as a decision by the same robots.txt. */
function isSame({ line, reason, allowed }: AnswerLine, decision: Decision): boolean {
  return line === (decision.rule?.line ?? 0) && reason === decision.reason && allowed === decision.allowed;
}
