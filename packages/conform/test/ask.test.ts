/** Asking a program: answers in any order, and output that is none. `failing.slow.test.ts` has programs that crash and hang. */
import { describe, expect, test } from 'vitest';
import { asked } from './support/asked.js';
import { answering, program } from './support/programs.js';

describe('answers', () => {
  test('to each question, with and without a line', async () => {
    const { replies, restarts, complaints } = await asked(
      program(`lines.on('line', (line) => {
        const { id } = JSON.parse(line);
        say(id, id === 1, id === 3 ? {} : { line: id });
      });`),
      3,
    );
    expect([...replies]).toEqual([
      [1, { kind: 'verdict', allowed: true, line: 1 }],
      [2, { kind: 'verdict', allowed: false, line: 2 }],
      [3, { kind: 'verdict', allowed: false, line: null }],
    ]);
    expect([restarts, complaints]).toEqual([0, []]);
  });

  test('in any order, and all at the end', async () => {
    const { kinds, restarts } = await asked(
      program(`const all = [];
        lines.on('line', (line) => all.push(JSON.parse(line)));
        lines.on('close', () => { for (const { id } of all.reverse()) say(id, id % 2 === 0); });`),
      4,
    );
    expect([kinds, restarts]).toEqual([['no', 'yes', 'no', 'yes'], 0]);
  });

  test('to more questions than a pipe holds', async () => {
    const { kinds, complaints } = await asked(answering('true'), 20_000);
    expect([kinds.filter((kind) => kind === 'yes').length, complaints]).toEqual([20_000, []]);
  });

  test('that say that there is no answer, or are none', async () => {
    const { replies, complaints } = await asked(
      program(`const answers = [
          { error: 'no idea' },
          { error: { code: 'x', message: 'not a URL' } },
          { allowed: 'yes' },
          {},
          { allowed: true, line: -1 },
          { allowed: true, line: null, error: null },
        ];
        lines.on('line', (line) => {
          const { id } = JSON.parse(line);
          console.log(JSON.stringify({ id, ...answers[id - 1] }));
        });`),
      6,
    );
    const expected = 'true or false is expected, or "error"';
    expect([...replies.values()]).toEqual([
      { kind: 'refusal', message: 'no idea' },
      { kind: 'refusal', message: 'not a URL' },
      { kind: 'malformed', message: `"allowed" is "yes"; ${expected}` },
      { kind: 'malformed', message: `"allowed" is missing; ${expected}` },
      { kind: 'malformed', message: '"line" is -1; the number of a line is expected, or 0 for none' },
      { kind: 'verdict', allowed: true, line: null },
    ]);
    expect(complaints).toEqual([]);
  });
});

describe('output that is no answer', () => {
  test('is reported, with its line and what is expected', async () => {
    const { kinds, complaints } = await asked(
      program(`console.log('Loading the rules\\u0007 …');
        console.log('');
        console.log('[1, 2]');
        console.log('{"allowed":true}');
        console.log('{"id":"1","allowed":true}');
        console.log('x'.repeat(1024 * 1024 + 1));
        lines.on('line', (line) => say(JSON.parse(line).id, true));`),
      1,
    );
    const expected =
      'an answer such as {"id": 1, "allowed": true} is expected, and anything else on standard error';
    expect(complaints).toEqual([
      `line 1 of its output is not JSON: Loading the rules\\x07 …; ${expected}`,
      `line 3 of its output is not an object: [1, 2]; ${expected}`,
      `line 4 of its output has no id, or not the number that the question has: {"allowed":true}; ${expected}`,
      `line 5 of its output has no id, or not the number that the question has: {"id":"1","allowed":true}; ${expected}`,
      `line 6 of its output is too long; ${expected}`,
    ]);
    expect(kinds).toEqual(['yes']);
  });
});

describe('too many answers', () => {
  test('to a question are reported, and contradict each other if they differ', async () => {
    const { replies, complaints } = await asked(
      program(`lines.on('line', (line) => {
        const { id } = JSON.parse(line);
        say(id, true);
        say(id, id === 1);
      });`),
      2,
    );
    expect(complaints).toEqual([
      'line 2 of its output answers the question 1 again',
      'line 4 of its output answers the question 2 again',
    ]);
    expect([...replies.values()]).toEqual([
      { kind: 'verdict', allowed: true, line: null },
      {
        kind: 'contradiction',
        answers: [
          { kind: 'verdict', allowed: true, line: null },
          { kind: 'verdict', allowed: false, line: null },
        ],
      },
    ]);
  });

  test('to questions that were not asked', async () => {
    const { kinds, complaints } = await asked(
      program(`lines.on('line', (line) => { say(7, true); say(JSON.parse(line).id, true); });`),
      1,
    );
    expect([kinds, complaints]).toEqual([
      ['yes'],
      ['line 1 of its output answers the question 7, which was not asked'],
    ]);
  });
});

describe('too few answers', () => {
  test('leave questions without one', async () => {
    const { kinds, restarts } = await asked(
      program(
        `lines.on('line', (line) => { const { id } = JSON.parse(line); if (id !== 2) say(id, true); });`,
      ),
      3,
    );
    expect([kinds, restarts]).toEqual([['yes', 'silent', 'yes'], 0]);
  });

  test('none at all is a mistake in the command line', async () => {
    await expect(asked(program(''), 3)).rejects.toThrow(/ answers no question: it ended without an answer/);
  });
});
