/**
 * The members of a request: what `fetch` reads of a `Request`, and of its options.
 */

/** The members of the options of `fetch` (Fetch Standard, "RequestInit"), and undici's own. */
const NAMES = [
  // The option of node-fetch: how many redirects are followed.
  'follow',
  'method',
  'headers',
  'body',
  'referrer',
  'referrerPolicy',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'integrity',
  'keepalive',
  'signal',
  'duplex',
  'priority',
  'window',
  'dispatcher',
] as const;

/** Members of a request, by name. */
export type Members = Readonly<Partial<Record<(typeof NAMES)[number], unknown>>>;

/**
 * The members of a request or of options, those that are undefined left out. `fetch` reads them wherever they are: options may be a
 * `Request`, which has them in its class.
 */
export function membersOf(source: object): Members {
  // node-fetch keeps further ones, such as its `agent`, on the Request itself.
  const members: Record<string, unknown> = { ...source };
  for (const name of NAMES) {
    const value = (source as Members)[name];
    if (value === undefined) delete members[name];
    else members[name] = value;
  }
  const dispatcher = shownDispatcher(source);
  return dispatcher === undefined ? members : { ...members, dispatcher };
}

/** The dispatcher of a `Request` of undici 6, which Node 20 and 22 have for their own `fetch`. */
function shownDispatcher(source: object): unknown {
  const symbol = dispatcherSymbol(source);
  return symbol && (source as Readonly<Record<symbol, unknown>>)[symbol];
}

function dispatcherSymbol(source: object): symbol | undefined {
  return Object.getOwnPropertySymbols(source).find(({ description }) => description === 'dispatcher');
}

/** Whether a `Request` may have a dispatcher that only its own `fetch` can read: one of undici 7 or later, as in Node 24. */
export function hidesDispatcher(request: object): boolean {
  const isOfUndici = 'isReloadNavigation' in request && INSPECT in request;
  return isOfUndici && dispatcherSymbol(request) === undefined;
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Where undici keeps the dispatcher of requests without one of their own: versions 6 and 7, and version 8. */
const GLOBAL_DISPATCHERS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

/**
 * Calls `fetch`, and observes whether its request goes through the global dispatcher. undici takes that one while it is called, and
 * only for a request without a dispatcher of its own.
 */
export function observingDispatcher<Result>(call: () => Result): {
  readonly result: Result;
  /** Whether the request has been given to the global dispatcher. */
  readonly usesGlobal: () => boolean;
} {
  const globals = globalThis as unknown as Record<symbol, object | undefined>;
  const before = new Map<symbol, object>();
  let isUsed = false;
  const onUse = (): void => {
    isUsed = true;
  };
  for (const key of GLOBAL_DISPATCHERS) {
    const dispatcher = globals[key];
    if (dispatcher === undefined) continue;
    if (Reflect.set(globals, key, observed(dispatcher, onUse))) before.set(key, dispatcher);
  }
  try {
    return { result: call(), usesGlobal: () => isUsed };
  } finally {
    for (const [key, dispatcher] of before) globals[key] = dispatcher;
  }
}

function observed(dispatcher: object, onUse: () => void): object {
  return new Proxy(dispatcher, {
    get: (target, name) => {
      if (name === 'dispatch') onUse();
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
