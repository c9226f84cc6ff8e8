/**
 * Replies of a program, in words.
 */
import type { Answer } from './program/answer.js';
import { failureText, type Reply } from './program/ask.js';

/** A verdict with its deciding line, if that is known. */
export function verdictText(allowed: boolean, line: number | null): string {
  const decided = line === null ? '' : line === 0 ? ', by no rule' : `, by line ${line}`;
  return (allowed ? 'allowed' : 'disallowed') + decided;
}

/** A reply in words. */
export function replyText(reply: Reply): string {
  switch (reply.kind) {
    case 'verdict':
    case 'refusal':
    case 'malformed':
      return answerText(reply);
    case 'contradiction':
      return `several answers: ${reply.answers.map(answerText).join('; ')}`;
    case 'unasked':
      return 'not asked: the program was started too often (--restarts)';
    default:
      return `no answer: ${failureText(reply)}`;
  }
}

function answerText(answer: Answer): string {
  if (answer.kind === 'verdict') return verdictText(answer.allowed, answer.line);
  return answer.kind === 'refusal' ? `an error: ${answer.message}` : `no answer: ${answer.message}`;
}
