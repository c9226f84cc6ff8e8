/**
 * Sources are read by the rules of `for await`: when `return` is called, when it is not, and whose error wins. At the parsing limit a source that cannot be cancelled does not come between the consumer and its result.
 */
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import {
  lineEventBatches,
  lineEvents,
  type OctetSource,
  PARSING_LIMIT_OCTETS,
  parse,
} from '../../src/core.js';
import { parsedFileOf } from '../support/ways.js';
import { BODY } from './bodies.js';
import { settles } from './quiescence.js';
import { collect, SOURCE_CONSUMERS } from './source-consumers.js';

const failure = new Error('the source fails');
const second = new Error('return fails, too');

/** An iterator whose `next` and `return` are given. */
function iterable(next: () => unknown, leave: () => unknown): { readonly [kind: string]: OctetSource } {
  const iterator = { next, return: leave } as AsyncIterator<Uint8Array>;
  return {
    'an iterator': { [Symbol.iterator]: () => iterator as unknown as Iterator<Uint8Array> },
    'an async iterator': { [Symbol.asyncIterator]: () => iterator },
  };
}

const KINDS = ['an iterator', 'an async iterator'] as const;

describe.each(Object.entries(SOURCE_CONSUMERS))('%s', (_, read) => {
  describe.each(KINDS)('of %s', (kind) => {
    const leave = vi.fn(() => ({ done: true, value: undefined }));
    const readFrom = (next: () => unknown, returns: () => unknown = leave): Promise<unknown> => {
      leave.mockClear();
      return settles('reading', read(iterable(next, returns)[kind]));
    };

    test('at the end, return is not called', async () => {
      await readFrom(() => ({ done: true, value: undefined }));
      expect(leave).not.toHaveBeenCalled();
    });

    test('after next has thrown, return is not called', async () => {
      const reading = readFrom(() => {
        throw failure;
      });
      await expect(reading).rejects.toBe(failure);
      expect(leave).not.toHaveBeenCalled();
    });

    test.each<[string, object]>([
      [
        'done',
        {
          get done() {
            throw failure;
          },
        },
      ],
      [
        'value',
        {
          done: false,
          get value() {
            throw failure;
          },
        },
      ],
    ])('after a result whose %s throws, return is not called', async (_name, result) => {
      await expect(readFrom(() => result)).rejects.toBe(failure);
      expect(leave).not.toHaveBeenCalled();
    });

    test.each([undefined, null, 5, 'result'])(
      'a result that is %s is a TypeError, and return is not called',
      async (result) => {
        await expect(readFrom(() => result)).rejects.toThrow(TypeError);
        expect(leave).not.toHaveBeenCalled();
      },
    );

    test('after a chunk that is not octets, return is called once', async () => {
      await expect(readFrom(() => ({ value: 5 }))).rejects.toMatchObject({ code: 'source-type' });
      expect(leave).toHaveBeenCalledOnce();
    });

    test.each<[string, () => unknown]>([
      [
        'throws',
        () => {
          throw second;
        },
      ],
      ['rejects', () => Promise.reject(second)],
      ['hangs', () => new Promise(() => {})],
    ])('a return that %s after such a chunk does not hide the first error', async (_name, returns) => {
      await expect(readFrom(() => ({ value: 5 }), returns)).rejects.toMatchObject({ code: 'source-type' });
    });

    test('a source without return', async () => {
      await expect(
        settles('reading', read(iterable(() => ({ value: 5 }), undefined as never)[kind])),
      ).rejects.toMatchObject({ code: 'source-type' });
    });
  });

  test('after next has rejected, return is not called', async () => {
    const leave = vi.fn();
    const source = iterable(() => Promise.reject(failure), leave)['an async iterator'];
    await expect(settles('reading', read(source))).rejects.toBe(failure);
    expect(leave).not.toHaveBeenCalled();
  });

  test('an async iterator that resolves with no object is a TypeError', async () => {
    const source = iterable(async () => 5, vi.fn())['an async iterator'];
    await expect(read(source)).rejects.toThrow(TypeError);
  });

  test('promises of an iterable are awaited, and one that rejects ends it', async () => {
    const chunks = [Promise.resolve(BODY) as never];
    expect(JSON.stringify(await read(chunks))).toBe(JSON.stringify(await read([BODY])));
    const leave = vi.fn(() => ({ done: true, value: undefined }));
    const source = iterable(() => ({ done: false, value: Promise.reject(failure) }), leave)['an iterator'];
    await expect(read(source)).rejects.toBe(failure);
    expect(leave).toHaveBeenCalledOnce();
  });

  test('a source that is both iterable and async iterable is read as async iterable', async () => {
    const sync = vi.fn();
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield BODY;
    }
    await read({
      [Symbol.iterator]: sync,
      [Symbol.asyncIterator]: () => chunks(),
    } as AsyncIterable<Uint8Array>);
    expect(sync).not.toHaveBeenCalled();
  });
});

describe('at the parsing limit', () => {
  const overTheLimit = new Uint8Array(PARSING_LIMIT_OCTETS + 1).fill(0x23);

  const UNCANCELLABLE: { readonly [name: string]: () => OctetSource } = {
    'an async iterator whose return rejects': () =>
      iterable(
        () => ({ value: overTheLimit }),
        () => Promise.reject(failure),
      )['an async iterator'],
    'an async iterator whose return throws': () =>
      iterable(
        () => ({ value: overTheLimit }),
        () => {
          throw failure;
        },
      )['an async iterator'],
    'an async iterator whose return hangs': () =>
      iterable(
        () => ({ value: overTheLimit }),
        () => new Promise(() => {}),
      )['an async iterator'],
    'an iterator whose return throws': () =>
      iterable(
        () => ({ value: overTheLimit }),
        () => {
          throw failure;
        },
      )['an iterator'],
    'a ReadableStream whose cancel rejects': () => streamWith(() => Promise.reject(failure)),
    'a ReadableStream whose cancel throws': () =>
      streamWith(() => {
        throw failure;
      }),
    'a ReadableStream whose cancel hangs': () => streamWith(() => new Promise(() => {})),
    'a Readable whose destroy fails': () =>
      new Readable({
        read() {
          this.push(overTheLimit);
        },
        destroy: (_error, callback) => callback(failure),
      }).on('error', () => {}),
    'a Readable whose destroy hangs': () =>
      new Readable({
        read() {
          this.push(overTheLimit);
        },
        destroy: () => {},
      }),
  };

  function streamWith(cancel: () => Promise<void> | void): ReadableStream<Uint8Array> {
    return new ReadableStream({ pull: (controller) => controller.enqueue(overTheLimit), cancel });
  }

  describe.each(Object.entries(UNCANCELLABLE))('%s', (_, open) => {
    test('parse returns the document', async () => {
      expect(parsedFileOf(await settles('parse', parse(open())))).toMatchObject({
        truncated: true,
        size: PARSING_LIMIT_OCTETS,
      });
    });

    test.each([lineEvents, lineEventBatches])('%o yields all events', async (eventsOf) => {
      const events = (await settles('the loop', collect<unknown>(eventsOf(open())))).flat();
      expect(events.at(-1)).toMatchObject({ type: 'end', truncated: true });
    });

    test('a loop that is left at the end event ends', async () => {
      const reading = async (): Promise<void> => {
        for await (const event of lineEvents(open())) if (event.type === 'end') break;
      };
      await settles('the loop', reading());
    });
  });
});

describe('a loop that is left before the limit', () => {
  const readOne = async (source: OctetSource, then: () => void = () => {}): Promise<void> => {
    for await (const _event of lineEvents(source)) {
      then();
      break;
    }
  };

  test('waits until the source has returned', async () => {
    let isReleased = false;
    const leave = async (): Promise<object> => {
      await new Promise(setImmediate);
      isReleased = true;
      return {};
    };
    await readOne(iterable(() => ({ value: BODY }), leave)['an async iterator']);
    expect(isReleased).toBe(true);
  });

  test('throws the error of return', async () => {
    const source = iterable(
      () => ({ value: BODY }),
      () => Promise.reject(failure),
    )['an async iterator'];
    await expect(settles('the loop', readOne(source))).rejects.toBe(failure);
  });

  test('by a throw: the error of return does not hide it', async () => {
    const source = iterable(
      () => ({ value: BODY }),
      () => Promise.reject(second),
    )['an async iterator'];
    const leaving = readOne(source, () => {
      throw failure;
    });
    await expect(settles('the loop', leaving)).rejects.toBe(failure);
  });
});
