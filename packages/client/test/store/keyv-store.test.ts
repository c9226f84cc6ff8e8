import Keyv from 'keyv';
import { describe, expect, test } from 'vitest';
import { type KeyvLike, keyvStore } from '../../src/store/keyv-store.js';
import { optionalPackage } from '../../src/store/optional-package.js';

describe('any Keyv as a store', () => {
  test('keeps, forgets, and is closed', async () => {
    const kept = new Map<string, unknown>();
    const keyv = new Keyv({ store: kept, namespace: 'test' });
    const store = keyvStore(keyv);
    await store.set('a', 'one', 60_000);
    expect(await store.get('a')).toBe('one');
    expect([...kept.keys()]).toEqual(['test:a']);
    await store.delete('a');
    expect(await store.get('a')).toBeUndefined();
    expect([...kept.keys()]).toEqual([]);
    expect(store.leases).toBeUndefined();
    await store.close();
  });

  test('a failed write rejects, whether Keyv throws the error or hides it', async () => {
    class Broken extends Map<string, unknown> {
      override set(): this {
        throw new Error('disk on fire');
      }
    }
    const hiding = keyvStore(new Keyv({ store: new Broken(), emitErrors: false }));
    await expect(hiding.set('a', 'one', 1000)).rejects.toThrow('Keyv could not store the entry');
    const throwing = keyvStore(new Keyv({ store: new Broken(), emitErrors: false, throwOnErrors: true }));
    await expect(throwing.set('a', 'one', 1000)).rejects.toThrow('disk on fire');
  });

  test.each([
    [undefined, 'keyv is undefined, which has no method get;'],
    [null, 'keyv is null, which has no method get;'],
    [new Map(), 'which has no method disconnect;'],
    ['redis://localhost', 'keyv is "redis://localhost", which has no method get;'],
  ])('%s is refused', (keyv, message) => {
    const make = () => keyvStore(keyv as unknown as KeyvLike);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  test('is disconnected when it is closed', async () => {
    let disconnects = 0;
    const keyv = new Keyv();
    keyv.disconnect = async () => void disconnects++;
    await keyvStore(keyv).close();
    expect(disconnects).toBe(1);
  });
});

describe('a package that may not be installed', () => {
  test('is loaded if it is installed', async () => {
    expect(await optionalPackage('keyv', 'A test', () => import('keyv'))).toHaveProperty('default', Keyv);
  });

  test.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])(
    'is named if it is not, with the way to have it: %s',
    async (code) => {
      const name = '@example/no-such-package';
      const missing = Object.assign(new Error(`Cannot find package '${name}' imported from here`), { code });
      await expect(optionalPackage(name, 'A test', () => Promise.reject(missing))).rejects.toMatchObject({
        code: 'store-package-missing',
        message: `A test needs the package ${name}, which is not installed; run: npm install ${name}`,
        cause: missing,
      });
    },
  );

  test('that lacks a dependency, or fails, passes on its own error', async () => {
    for (const error of [
      Object.assign(new Error("Cannot find package 'other'"), { code: 'ERR_MODULE_NOT_FOUND' }),
      new Error("'name' is not for this machine"),
      Object.assign(new Error("'name' was built for another Node"), { code: 'ERR_DLOPEN_FAILED' }),
      'thrown',
      null,
      undefined,
    ]) {
      await expect(optionalPackage('name', 'A test', () => Promise.reject(error))).rejects.toBe(error);
    }
  });
});
