/**
 * Leases and turns in Redis or Valkey. Each operation is one script, so that it is atomic, and has one key, so that a cluster runs it on
 * one server. Times are those of the server: the clocks of the machines do not matter.
 *
 * A lease is the token of its holder. The turns of a host are a hash with these fields: `next`, when the next turn is due; `span`, how long after the
 * last change that was; `holder`, the token of a turn that holds the next one back until it ends; `delay`, the delay of that turn.
 */
import type { Leases, Turns } from './store.js';

/** Runs a script with one key. */
export type RunScript = (script: string, key: string, ...values: string[]) => Promise<unknown>;

/** ARGV: token, time to live. */
const ACQUIRE_LEASE = `return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`;

/** ARGV: token, time to live. */
const EXTEND_LEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('PEXPIRE', KEYS[1], ARGV[2]) or 0`;

/** ARGV: token. */
const RELEASE_LEASE = `return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;

/** The leases that processes take by scripts. */
export function redisLeases(run: RunScript): Leases {
  return {
    acquire: async (key, token, ttlMs) =>
      (await run(ACQUIRE_LEASE, key, token, String(Math.ceil(ttlMs)))) === 1,
    extend: async (key, token, ttlMs) =>
      (await run(EXTEND_LEASE, key, token, String(Math.ceil(ttlMs)))) === 1,
    release: async (key, token) => {
      await run(RELEASE_LEASE, key, token);
    },
  };
}

/**
 * Begins each script of a turn. Sets `now`, in milliseconds; `due`, when the next turn is due; `holder`, the token of the turn that holds it back, if one
 * does. A server whose clock was set back has times far ahead, so the next turn is due after the span of the last one at most.
 */
const READ = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local fields = redis.call('HMGET', KEYS[1], 'next', 'span', 'holder', 'delay')
local found, span, delay = tonumber(fields[1] or 0), tonumber(fields[2] or 0), tonumber(fields[4] or 0)
local due = math.min(found, now + span)
if due < found then redis.call('HSET', KEYS[1], 'next', due) end
local holder = due > now and fields[3]
local function set(newDue, newSpan)
  redis.call('HSET', KEYS[1], 'next', newDue, 'span', newSpan)
  redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(newDue - now, newSpan)) + 1)
end
`;

/** ARGV: token, delay, time of holding. Returns 0 if the turn was taken, else the time until it is due, or -1 if another turn is in progress. */
const TAKE = `${READ}
if holder then return -1 end
if due > now then return math.ceil(due - now) end
local hold = tonumber(ARGV[3])
local length = math.max(tonumber(ARGV[2]), hold)
if hold > 0 then redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'delay', ARGV[2])
else redis.call('HDEL', KEYS[1], 'holder') end
set(now + length, length)
return 0
`;

/** Returns the time until a turn may be free. The delay counts from the end of a turn in progress. */
const DUE = `${READ}
return math.ceil(math.max(holder and delay or due - now, 0))
`;

/** ARGV: token, time of holding. */
const EXTEND = `${READ}
local hold = tonumber(ARGV[2])
if holder == ARGV[1] then set(now + hold, hold) end
return 1
`;

/** ARGV: token, delay. */
const END = `${READ}
local pause = tonumber(ARGV[2])
if holder == ARGV[1] then
  redis.call('HDEL', KEYS[1], 'holder')
  set(now + pause, pause)
elseif now + pause > due then set(now + pause, pause) end
return 1
`;

/** The turns that processes take by scripts. */
export function redisTurns(run: RunScript): Turns {
  return {
    take: async (key, token, { delayMs, holdMs }) => {
      const dueMs = Number(await run(TAKE, key, token, String(delayMs), String(holdMs)));
      return dueMs < 0 ? undefined : dueMs;
    },
    due: async (key) => Number(await run(DUE, key)),
    extend: async (key, token, holdMs) => {
      await run(EXTEND, key, token, String(holdMs));
    },
    end: async (key, token, delayMs) => {
      await run(END, key, token, String(delayMs));
    },
  };
}
