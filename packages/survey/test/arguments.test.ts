/** What the functions of `@robotstream/survey` accept, and how they refuse anything else. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { RobotsError } from '../../../src/index.js';
import { survey, surveyAll, surveyReport } from '../src/index.js';

const LINE = '{"url":"https://a.example/robots.txt","status":200,"body":"User-agent: *\\nDisallow: /"}\n';
const OCTETS = new TextEncoder().encode(LINE);

// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are passed on purpose
type Anything = any;

async function urls(input: Anything, options?: Anything): Promise<string[]> {
  const found: string[] = [];
  for await (const { table, row } of survey(input, options)) if (table === 'verdicts') found.push(row.url);
  return found;
}

describe('survey', () => {
  test.each<[string, () => unknown]>([
    ['a Uint8Array', () => OCTETS],
    ['a Buffer', () => Buffer.from(LINE)],
    ['an ArrayBuffer', () => OCTETS.slice().buffer],
    ['an array of chunks', () => [OCTETS.subarray(0, 9), OCTETS.subarray(9)]],
    ['an async iterable', () => Readable.from([Buffer.from(LINE)])[Symbol.asyncIterator]()],
    ['a Readable', () => Readable.from([Buffer.from(LINE)])],
    ['a Blob', () => new Blob([LINE])],
    ['a ReadableStream', () => new Blob([LINE]).stream()],
    ['a Response', () => new Response(LINE)],
  ])('reads %s', async (_, input) => {
    expect(await urls(input())).toEqual(['https://a.example/robots.txt']);
  });

  test.each([5, null, undefined, {}, new URL('https://a.example/')])('refuses %s as input', async (input) => {
    await expect(urls(input)).rejects.toThrow(
      /^input is .*; the name of a file, a folder or a URL, or octets: /,
    );
    await expect(urls(input)).rejects.toBeInstanceOf(TypeError);
  });

  test('refuses an input that yields text', async () => {
    const refused = urls(['{"url":']);
    await expect(refused).rejects.toMatchObject({ code: 'source-type' } satisfies Partial<RobotsError>);
  });

  test('ends its input when it is left early', async () => {
    const input = Readable.from(Array.from({ length: 100 }, () => Buffer.from(LINE.repeat(1000))));
    for await (const _ of survey(input)) break;
    expect(input.destroyed).toBe(true);
  });

  test.each<[unknown, string]>([
    [null, 'survey: options is null; an object with '],
    [5, 'survey: options is 5; an object with '],
    [{ name: 5 }, 'name is 5; a string is expected'],
    [
      { agent: 'a' },
      'survey: unknown option agent; did you mean agents? Known options: agents, paths, profile, tables, all, sites, by, name',
    ],
  ])('refuses the options %j', async (options, message) => {
    await expect(urls(OCTETS, options)).rejects.toThrow(message);
    await expect(urls(OCTETS, options)).rejects.toBeInstanceOf(TypeError);
  });
});

describe('surveyAll', () => {
  test.each<[object, string]>([
    [{}, 'inputs is undefined; an array is expected'],
    [{ inputs: 'a', folder: 'b' }, 'inputs is "a"; an array is expected'],
    [{ inputs: ['a', 5], folder: 'b' }, 'inputs[1] is 5; a string is expected'],
    [{ inputs: ['a'] }, 'folder is undefined; the path of a folder is expected'],
    [{ inputs: ['a'], folder: '' }, 'folder is ""; the path of a folder is expected'],
  ])('refuses %j', async (options, message) => {
    await expect(surveyAll(options as Anything)).rejects.toThrow(new TypeError(message));
  });
});

test('surveyReport names the argument that it refuses', async () => {
  await expect(surveyReport(undefined as Anything)).rejects.toThrow('folder is undefined; ');
  await expect(surveyReport('/nowhere')).rejects.toThrow('ENOENT');
});
