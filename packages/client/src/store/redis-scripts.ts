/**
 * Leases and turns in Redis or Valkey. Each operation is one script, so that it is atomic, and has one key, so that a cluster runs it on
 * one server. Times are those of the server: the clocks of the machines do not matter.
 *
 * A lease is the token of its holder. The turns of a host are a hash with these fields: `next`, when the next turn is due; `delay`, the delay of
 * the latest turn, or its pause if that was longer; `ttl`, the longest time to live; `last`, the number of the last place in the queue; `w <token>`, a place in the queue as `number:expiry`; `h <token>`, the expiry of a turn that was
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

/**
 * Reads the turns of a host, and forgets those that have expired. Needs `token`, `delay`, `limit` and `ttl`. Sets `due`, when the next turn is due; `last`;
 * `taken`, how many turns last; `waiting`, how many others wait; `own`, the number of the token's place; `isFirst`, whether it comes before all
 * others; `longestTtl`. A server whose clock was set back has times far ahead, so the next turn is due after the longest delay at most, and turns
 * and places expire after the longest time to live at most. `estimate` is the time until a turn may be free for one that comes after all others: the
 * delay counts from the end of a turn, and each that waits has a turn first.
 */
const READ = `
local fields = redis.call('HGETALL', KEYS[1])
local due, last, taken, waiting, own, isFirst = 0, 0, 0, 0, nil, true
local first, found, longest, longestTtl = nil, 0, delay, ttl
for i = 1, #fields, 2 do
  if fields[i] == 'delay' then longest = math.max(longest, tonumber(fields[i + 1]))
  elseif fields[i] == 'ttl' then longestTtl = math.max(longestTtl, tonumber(fields[i + 1])) end
end
for i = 1, #fields, 2 do
  local kind, name, value = string.sub(fields[i], 1, 2), string.sub(fields[i], 3), fields[i + 1]
  if fields[i] == 'next' then found = tonumber(value)
  elseif fields[i] == 'last' then last = tonumber(value)
  elseif kind == 'h ' then
    local expiry = tonumber(value)
    if expiry > now + longestTtl then
      expiry = now + longestTtl
      redis.call('HSET', KEYS[1], fields[i], expiry)
    end
    if expiry > now then taken = taken + 1
    else
      redis.call('HDEL', KEYS[1], fields[i])
      due = math.max(due, expiry + delay)
    end
  elseif kind == 'w ' then
    local colon = string.find(value, ':', 1, true)
    local number, expiry = tonumber(string.sub(value, 1, colon - 1)), tonumber(string.sub(value, colon + 1))
    if expiry > now + longestTtl then redis.call('HSET', KEYS[1], fields[i], number .. ':' .. now + longestTtl) end
    if name == token then own = number
    elseif expiry <= now then redis.call('HDEL', KEYS[1], fields[i])
    else
      waiting = waiting + 1
      if not first or number < first then first = number end
    end
  end
end
due = math.min(math.max(due, found), now + longest)
if due ~= found then redis.call('HSET', KEYS[1], 'next', due) end
isFirst = not first or (own ~= nil and own < first)
local function estimate()
  local ms = math.max(due - now, 0)
  if taken >= limit then ms = math.max(ms, delay) end
  return math.ceil(ms + waiting * delay)
end
local function keep()
  local ms = math.ceil(math.max(due - now, 0) + ttl + delay)
  redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), ms))
end
`;

/**
 * ARGV: token, delay, turns at once, whether the turn lasts, time to live, whether it takes a place in the queue. Returns 0 if the turn was taken,
 * else the time until it is due, or -1 if other turns come first.
 */
const TAKE = `${NOW}
local token, delay, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local lasts, ttl, queues = ARGV[4] == '1', tonumber(ARGV[5]), ARGV[6] == '1'
${READ}
if isFirst and taken < limit and due <= now then
  due = now + delay
  redis.call('HDEL', KEYS[1], 'w ' .. token)
  if lasts then redis.call('HSET', KEYS[1], 'h ' .. token, now + ttl, 'ttl', longestTtl) end
  redis.call('HSET', KEYS[1], 'next', due, 'delay', delay)
  keep()
  return 0
end
if not queues then
  local ms = estimate()
  return ms > 0 and ms or -1
end
if not own then
  own = last + 1
  redis.call('HSET', KEYS[1], 'last', own)
end
redis.call('HSET', KEYS[1], 'w ' .. token, own .. ':' .. now + ttl, 'ttl', longestTtl, 'next', due)
keep()
if isFirst and taken < limit then return math.ceil(due - now) end
return -1
`;

/** ARGV: turns at once. Returns the time until a turn may be free. */
const DUE = `${NOW}
local token, delay, limit = '', tonumber(redis.call('HGET', KEYS[1], 'delay') or 0), tonumber(ARGV[1])
local ttl = 0
${READ}
return estimate()
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
local delay = tonumber(ARGV[2])
local longest = math.max(tonumber(redis.call('HGET', KEYS[1], 'delay') or 0), delay)
local due = math.max(math.min(tonumber(redis.call('HGET', KEYS[1], 'next') or 0), now + longest), now + delay)
redis.call('HDEL', KEYS[1], 'h ' .. ARGV[1])
redis.call('HSET', KEYS[1], 'next', due, 'delay', longest)
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), math.ceil(due - now) + 1))
return 1
`;

/** ARGV: token. */
const LEAVE = `return redis.call('HDEL', KEYS[1], 'w ' .. ARGV[1])`;

/** The turns that processes take by scripts. */
export function redisTurns(run: RunScript): Turns {
  return {
    take: async (key, token, { delayMs, perHost, lasts, ttlMs, queues }) => {
      const times = [String(ttlMs), queues ? '1' : '0'];
      const values = [token, String(delayMs), limitOf(perHost), lasts ? '1' : '0', ...times];
      const dueMs = Number(await run(TAKE, key, ...values));
      return dueMs < 0 ? undefined : dueMs;
    },
    due: async (key, perHost) => Number(await run(DUE, key, limitOf(perHost))),
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

/** A number of turns at once as the scripts take it. */
function limitOf(perHost: number): string {
  return String(Number.isFinite(perHost) ? perHost : Number.MAX_SAFE_INTEGER);
}
