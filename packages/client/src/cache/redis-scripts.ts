/**
 * Leases and turns in Redis or Valkey. Each operation is one script, so that it is atomic, and has one key, so that a cluster runs it on
 * one server. Times are those of the server: the clocks of the machines do not matter.
 *
 * A lease is the token of its holder. The turns of a host are a hash with these fields: `next`, when the next turn is due; `last`, the
 * number of the last place in the queue; `w <token>`, a place in the queue as `number:expiry`; `h <token>`, the expiry of a turn that was
 * taken and lasts.
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

/** Begins each script of a turn: the time in milliseconds. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
`;

/** ARGV: token, delay, turns at once, whether the turn lasts, time to live. Returns 0, the time until it is due, or -1. */
const TAKE = `${NOW}
local token, delay, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local lasts, ttl = ARGV[4] == '1', tonumber(ARGV[5])
local fields = redis.call('HGETALL', KEYS[1])
local due, last, taken, own, first, firstToken = 0, 0, 0, nil, nil, nil
for i = 1, #fields, 2 do
  local kind, name, value = string.sub(fields[i], 1, 2), string.sub(fields[i], 3), fields[i + 1]
  if fields[i] == 'next' then due = math.max(due, tonumber(value))
  elseif fields[i] == 'last' then last = tonumber(value)
  elseif kind == 'h ' then
    local expiry = tonumber(value)
    if expiry > now then taken = taken + 1
    else
      redis.call('HDEL', KEYS[1], fields[i])
      due = math.max(due, expiry + delay)
    end
  elseif kind == 'w ' then
    local colon = string.find(value, ':', 1, true)
    local number, expiry = tonumber(string.sub(value, 1, colon - 1)), tonumber(string.sub(value, colon + 1))
    if name == token then own = number
    elseif expiry <= now then
      redis.call('HDEL', KEYS[1], fields[i])
      number = nil
    end
    if number and (not first or number < first) then first, firstToken = number, name end
  end
end
local function keep(until_) redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(until_ - now, 0) + ttl + delay)) end
if (not first or firstToken == token) and taken < limit and due <= now then
  due = now + delay
  redis.call('HDEL', KEYS[1], 'w ' .. token)
  if lasts then redis.call('HSET', KEYS[1], 'h ' .. token, now + ttl) end
  redis.call('HSET', KEYS[1], 'next', due)
  keep(due)
  return 0
end
if not own then
  own = last + 1
  redis.call('HSET', KEYS[1], 'last', own)
end
redis.call('HSET', KEYS[1], 'w ' .. token, own .. ':' .. now + ttl, 'next', due)
keep(due)
if (not first or firstToken == token) and taken < limit then return math.ceil(due - now) end
return -1
`;

/** ARGV: token, time to live. */
const EXTEND = `${NOW}
if redis.call('HEXISTS', KEYS[1], 'h ' .. ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'h ' .. ARGV[1], now + tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), math.ceil(tonumber(ARGV[2]) * 2)))
return 1
`;

/** ARGV: token, delay. */
const END = `${NOW}
local due = math.max(tonumber(redis.call('HGET', KEYS[1], 'next') or 0), now + tonumber(ARGV[2]))
redis.call('HDEL', KEYS[1], 'h ' .. ARGV[1])
redis.call('HSET', KEYS[1], 'next', due)
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), math.ceil(due - now) + 1))
return 1
`;

/** ARGV: token. */
const LEAVE = `return redis.call('HDEL', KEYS[1], 'w ' .. ARGV[1])`;

/** The turns that processes take by scripts. */
export function redisTurns(run: RunScript): Turns {
  return {
    take: async (key, token, { delayMs, perHost, lasts, ttlMs }) => {
      const limit = Number.isFinite(perHost) ? perHost : Number.MAX_SAFE_INTEGER;
      const values = [token, String(delayMs), String(limit), lasts ? '1' : '0', String(ttlMs)];
      const dueMs = Number(await run(TAKE, key, ...values));
      return dueMs < 0 ? undefined : dueMs;
    },
    extend: async (key, token, ttlMs) => {
      await run(EXTEND, key, token, String(ttlMs));
    },
    end: async (key, token, delayMs) => {
      await run(END, key, token, String(delayMs));
    },
    leave: async (key, token) => {
      await run(LEAVE, key, token);
    },
  };
}
