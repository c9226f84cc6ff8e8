/** The store with a history of entries as browsers keep it. The same in Chromium: test/inspector. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { noise } from '../../../../test/support/noise.js';
import { sameOctets } from '../../../../test/support/octets.js';
import { until } from '../../../../test/support/until.js';
import { decodeLink, encodeLink } from './link-code.js';
import { changed, INITIAL_STATE, type InspectorState } from './state.js';
import { type BrowserPage, StateStore } from './store.js';

const SHARED: InspectorState = changed(INITIAL_STATE, {
  file: Uint8Array.of(0xef, 0xbb, 0xbf, 0x0d, 0xff, 0x00),
  fileName: 'shared.txt',
  panel: 'crawlers',
});

/** The storage of a tab. */
class TestStorage extends Map<string, string> implements Storage {
  get length(): number {
    return this.size;
  }

  key(): null {
    return null;
  }

  getItem(key: string): string | null {
    return this.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.set(key, value);
  }

  removeItem(key: string): void {
    this.delete(key);
  }
}

/** A window with a history. Timers run when a test says so. */
class TestWindow implements BrowserPage {
  readonly #listeners = new Map<string, () => void>();
  readonly #timers = new Map<number, { readonly callback: () => void; readonly ms: number }>();
  #timerCount = 0;
  #entries: { readonly state: unknown; readonly hash: string }[];
  #at = 0;
  refuses = false;

  readonly sessionStorage: Storage;

  constructor(hash = '', state: unknown = null, sessionStorage: Storage = new TestStorage()) {
    this.#entries = [{ state, hash }];
    this.sessionStorage = sessionStorage;
  }

  readonly history = {
    window: this as TestWindow,
    get state() {
      return structuredClone(this.window.#entry.state);
    },
    pushState: (state: unknown, _: string, url?: string | URL | null) => this.#put(this.#at + 1, state, url),
    replaceState: (state: unknown, _: string, url?: string | URL | null) => this.#put(this.#at, state, url),
  };

  readonly location = {
    window: this as TestWindow,
    get hash() {
      return this.window.#entry.hash;
    },
  };

  get entryCount(): number {
    return this.#entries.length;
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.set(type, listener);
  }

  setTimeout(callback: () => void, ms: number): number {
    this.#timers.set(++this.#timerCount, { callback, ms });
    return this.#timerCount;
  }

  clearTimeout(timer: number): void {
    this.#timers.delete(timer);
  }

  /** Nothing is typed for a while. Default: a second, longer than the store waits for another key. */
  pause(durationMs = 1000): void {
    for (const [timer, { callback, ms }] of [...this.#timers]) {
      if (ms > durationMs) continue;
      this.#timers.delete(timer);
      callback();
    }
  }

  /** The browser begins to leave the page. */
  beginToLeave(): void {
    this.#listeners.get('beforeunload')?.();
  }

  go(entries: number): void {
    this.#at += entries;
    this.#listeners.get('popstate')?.();
  }

  /** What happens when someone edits the address, or follows a link to a part of the page. */
  goTo(hash: string): void {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), { state: null, hash }];
    this.go(1);
  }

  /**
   * The page as the browser opens it again, with the entry as it was when the reload began.
   *
   * @param meanwhile what happens on the page before the server answers
   */
  reloaded(meanwhile = (): void => {}): TestWindow {
    const { location, history } = this;
    const [hash, state] = [location.hash, history.state];
    this.beginToLeave();
    meanwhile();
    this.#listeners.get('pagehide')?.();
    return new TestWindow(hash, state, this.sessionStorage);
  }

  get #entry() {
    return this.#entries[this.#at] as { readonly state: unknown; readonly hash: string };
  }

  #put(at: number, state: unknown, url?: string | URL | null): void {
    if (this.refuses) throw new DOMException('too large', 'DataCloneError');
    this.#entries = [
      ...this.#entries.slice(0, at),
      { state: structuredClone(state), hash: url?.toString() ?? this.#entry.hash },
      ...(at === this.#at ? this.#entries.slice(at + 1) : []),
    ];
    this.#at = at;
  }
}

function refuse(): never {
  throw new DOMException('no', 'QuotaExceededError');
}

async function opened(window: TestWindow): Promise<StateStore> {
  const store = new StateStore(window);
  await store.start();
  return store;
}

/** Waits until the address holds a link to the state. */
async function linked(window: TestWindow, store: StateStore): Promise<void> {
  await until(async () => {
    const link = { kind: 'state', state: store.state.value };
    return isDeepStrictEqual(await decodeLink(window.location.hash), link);
  });
}

describe('a page opens with', () => {
  test('the first state if its address has no link; the address stays as it is', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    expect(store.state.value).toEqual(INITIAL_STATE);
    expect([window.location.hash, window.entryCount]).toEqual(['', 1]);
  });

  test('the state of a link', async () => {
    const { hash } = await encodeLink(SHARED);
    const store = await opened(new TestWindow(hash));
    expect(store.state.value).toEqual(SHARED);
    expect(store.notice.value).toBeNull();
  });

  test('what was typed last when it is opened again', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.type({ urls: '/typed' });
    expect((await opened(window.reloaded())).state.value.urls).toBe('/typed');
  });

  test('what was typed last when the server takes longer to answer a reload than the pause after the last key', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.type({ urls: '/typed' });
    const again = window.reloaded(() => {
      const before = window.history.state;
      window.pause();
      expect(window.history.state).toEqual(before);
    });
    expect((await opened(again)).state.value.urls).toBe('/typed');
  });

  test('its link, although the link of a choice was not ready when the browser began to reload', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.choose({ panel: 'crawlers' });
    window.beginToLeave();
    await encodeLink(store.state.value);
    expect(window.location.hash).toBe('');
    const again = window.reloaded();
    const { panel } = (await opened(again)).state.value;
    expect(panel).toBe('crawlers');
    await until(() => again.location.hash !== '');
  });

  test('what was typed last, file included, once', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    const { file, other } = { ...SHARED, other: { octets: Uint8Array.of(0, 255), name: 'old' } };
    store.choose({ other });
    store.type({ file });
    const again = window.reloaded();
    const state = (await opened(again)).state.value;
    expect([state.file, state.other]).toEqual([file, other]);
    expect(again.sessionStorage.length).toBe(0);
  });

  test('what was typed last, also after the browser has restored the page from its back/forward cache', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.type({ urls: '/typed' });
    window.reloaded();
    store.type({ urls: '/typed later' });
    window.pause();
    expect((await opened(window.reloaded())).state.value.urls).toBe('/typed later');
  });

  test.each([
    ['full', { ...new TestStorage(), setItem: refuse }],
    ['turned off', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['in use by something else', { getItem: () => '{"entryId"', setItem() {}, removeItem() {} }],
  ])('the last pause if the storage of the tab is %s', async (_, storage) => {
    const window = new TestWindow('', null, storage as unknown as Storage);
    const store = await opened(window);
    store.choose({ panel: 'crawlers' });
    store.type({ urls: '/typed' });
    const state = (await opened(window.reloaded())).state.value;
    expect([state.panel, state.urls]).toEqual(['crawlers', INITIAL_STATE.urls]);
  });

  test('only its address if another program has put something into the history', async () => {
    const { hash } = await encodeLink(SHARED);
    for (const state of [7, { id: 1, state: { ...SHARED, panel: 'x' } }, { id: 'x', state: SHARED }]) {
      expect((await opened(new TestWindow(hash, state))).state.value).toEqual(SHARED);
    }
  });
});

describe('a link that cannot be read', () => {
  test('is kept in the history when the page changes', async () => {
    const window = new TestWindow('#v9.abc');
    const store = await opened(window);
    expect(store.notice.value).toMatch(/has format 9/);
    expect(store.state.value).toEqual(INITIAL_STATE);
    store.type({ urls: '/a' });
    store.type({ urls: '/ab' });
    window.pause();
    await linked(window, store);
    expect(window.entryCount).toBe(2);
    window.go(-1);
    expect(window.location.hash).toBe('#v9.abc');
    await until(() => store.notice.value !== null);
    expect(store.notice.value).toMatch(/has format 9/);
    expect(store.state.value.urls).toBe('/ab');
  });

  test('changes nothing if it is opened in a page that is in use', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.choose({ panel: 'crawlers' });
    window.goTo('#v1.damaged');
    await until(() => store.notice.value !== null);
    expect(store.notice.value).toMatch(/is damaged/);
    expect(store.state.value.panel).toBe('crawlers');
    store.dismissNotice();
    expect(store.notice.value).toBeNull();
  });
});

describe('back and forward', () => {
  test('go through the choices', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.choose({ panel: 'crawlers' });
    store.choose({ profile: 'google' });
    window.go(-1);
    expect(store.state.value).toMatchObject({ panel: 'crawlers', profile: undefined });
    window.go(-1);
    expect(store.state.value).toEqual(INITIAL_STATE);
    window.go(2);
    expect(store.state.value).toMatchObject({ panel: 'crawlers', profile: 'google' });
  });

  test('undo typing together with the choice before it', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.choose({ panel: 'crawlers' });
    store.type({ urls: '/a' });
    window.pause();
    store.type({ urls: '/ab' });
    window.pause();
    expect(window.entryCount).toBe(2);
    window.go(-1);
    expect(store.state.value.urls).toBe(INITIAL_STATE.urls);
    window.go(1);
    expect(store.state.value.urls).toBe('/ab');
  });

  test('lose nothing that was typed just before them, or before a choice', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.type({ urls: '/before' });
    store.choose({ panel: 'crawlers' });
    store.type({ urls: '/after' });
    window.go(-1);
    expect(store.state.value).toMatchObject({ urls: '/before', panel: null });
    window.go(1);
    expect(store.state.value).toMatchObject({ urls: '/after', panel: 'crawlers' });
    expect((await opened(window.reloaded())).state.value.urls).toBe('/after');
  });

  test('complete a link that was not ready when its entry was left, and leave the address of the first state as it is', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.choose({ panel: 'crawlers' });
    store.choose({ profile: 'google' });
    window.go(-1);
    expect([window.location.hash, store.state.value.panel]).toEqual(['', 'crawlers']);
    await linked(window, store);
    window.go(-1);
    await encodeLink(store.state.value);
    expect(window.location.hash).toBe('');
  });

  test('know whether a link is possible, also at the first state', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    store.choose({ file: noise(100_000) });
    await until(() => store.isTooLargeForLink.value);
    window.go(-1);
    await until(() => !store.isTooLargeForLink.value);
    expect(window.location.hash).toBe('');
  });

  test('keep a file that is equal, so that nothing has to be judged again', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    const { file } = store.state.value;
    store.choose({ panel: 'crawlers', other: { octets: Uint8Array.of(1), name: 'b' } });
    const { other } = store.state.value;
    store.choose({ panel: 'compare' });
    window.go(-1);
    expect(store.state.value.file).toBe(file);
    expect(store.state.value.other).toBe(other);
  });

  test('restore every file, also one that is too large for a link', async () => {
    const window = new TestWindow();
    const store = await opened(window);
    const large = noise(100_000);
    store.choose({ file: large, fileName: 'large.txt' });
    await until(() => store.isTooLargeForLink.value);
    expect(window.location.hash).toBe('#v1.too-large');
    store.choose({ file: Uint8Array.of(1), fileName: 'small.txt' });
    await linked(window, store);
    expect(store.isTooLargeForLink.value).toBe(false);
    window.go(-1);
    sameOctets(store.state.value.file, large);
    await until(() => store.isTooLargeForLink.value);
    const again = await opened(window.reloaded());
    sameOctets(again.state.value.file, large);
    await until(() => again.isTooLargeForLink.value);
  });
});

test('a page that the browser has not left after all writes what was typed and its link', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  store.choose({ panel: 'crawlers' });
  window.beginToLeave();
  store.type({ urls: '/typed' });
  window.pause();
  window.pause(60_000);
  await linked(window, store);
  expect((window.history.state as { readonly state: InspectorState }).state.urls).toBe('/typed');
});

test('a choice that changes nothing makes no entry', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  store.choose({ panel: null, overview: { ...INITIAL_STATE.overview } });
  expect(window.entryCount).toBe(1);
});

test('following a link to a part of the page changes nothing but the address', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  store.choose({ panel: 'crawlers' });
  window.goTo('#main');
  await linked(window, store);
  expect(store.state.value.panel).toBe('crawlers');
});

test('an edited address opens its link', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  store.choose({ panel: 'compare' });
  window.goTo((await encodeLink(SHARED)).hash);
  await until(() => store.state.value.fileName === SHARED.fileName);
  expect(store.state.value).toEqual(SHARED);
  window.go(-1);
  expect(store.state.value.panel).toBe('compare');
});

test('a link that is read late does not replace the state of a newer entry', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  store.choose({ panel: 'compare' });
  const { hash } = await encodeLink(SHARED);
  window.goTo(hash);
  window.go(-1);
  await decodeLink(hash);
  expect(store.state.value.panel).toBe('compare');
});

test('the page goes on if the browser refuses to keep its state', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  window.refuses = true;
  store.choose({ panel: 'crawlers' });
  expect(store.state.value.panel).toBe('crawlers');
  expect(store.notice.value).toMatch(/cannot keep files of this size/);
});

test('an entry holds the file alone, not the buffer that it is a part of', async () => {
  const window = new TestWindow();
  const store = await opened(window);
  store.choose({ file: new Uint8Array(1_000_000).subarray(10, 20) });
  const entry = window.history.state as { readonly state: InspectorState };
  expect(entry.state.file.buffer.byteLength).toBe(10);
});
