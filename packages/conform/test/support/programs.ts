/** Programs under test: small ones that go right or wrong in one way. */
import type { CommandLine } from '../../src/program/process.js';

const READ_LINES = `
const lines = require('node:readline').createInterface({ input: process.stdin });
const say = (id, allowed, more = {}) => console.log(JSON.stringify({ id, allowed, ...more }));
`;

/**
 * A program in JavaScript.
 *
 * @param script has \`lines\`, which emits each line of the input, and \`say(id, allowed)\`
 */
export function program(script: string): CommandLine {
  return [process.execPath, '-e', READ_LINES + script];
}

/** A program that answers each question by an expression about \`question\`, such as \`true\`. */
export function answering(expression: string): CommandLine {
  return program(`lines.on('line', (line) => {
    const question = JSON.parse(line);
    say(question.id, ${expression});
  });`);
}
