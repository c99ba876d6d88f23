import { decode, type Json } from './ejson.ts'
import type { ClientMessage } from './messages.ts'

/** Messages that nest deeper are refused before any recursive code sees them. */
export const MAX_DEPTH = 32

/** A message that cannot be read, and the `error` message that answers it (section F of SPEC.md). */
export interface Malformed {
  reason: 'Bad request' | 'Parse error' | 'Malformed subscription' | 'Malformed method invocation'
  offendingMessage?: Json
}

/** F3: true if brackets outside strings nest deeper than `MAX_DEPTH`. One pass, no recursion. */
export function tooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === 92) i++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

const bad = (reason: Malformed['reason'], offendingMessage?: Json): Malformed =>
  offendingMessage === undefined ? { reason } : { reason, offendingMessage }

type Raw = { [key: string]: Json }

function read(raw: Raw): ClientMessage | Malformed {
  const values = raw.params === undefined ? [] : decode(raw.params)
  const params = Array.isArray(values) ? values : null
  switch (raw.msg) {
    case 'connect':
      return { msg: 'connect', version: raw.version, support: raw.support }
    case 'ping':
      return { msg: 'ping', id: typeof raw.id === 'string' ? raw.id : undefined }
    case 'pong':
      return { msg: 'pong' }
    case 'sub': {
      const args = typeof raw.id === 'string' && typeof raw.name === 'string' ? params : null
      return args === null
        ? bad('Malformed subscription', raw)
        : { msg: 'sub', id: raw.id as string, name: raw.name as string, params: args }
    }
    case 'unsub':
      return typeof raw.id === 'string' ? { msg: 'unsub', id: raw.id } : bad('Malformed subscription', raw)
    case 'method': {
      const seeded = raw.randomSeed === undefined || typeof raw.randomSeed === 'string'
      const args = typeof raw.id === 'string' && typeof raw.method === 'string' && seeded ? params : null
      if (args === null) return bad('Malformed method invocation', raw)
      return {
        msg: 'method',
        id: raw.id as string,
        method: raw.method as string,
        params: args,
        randomSeed: raw.randomSeed as string | undefined,
      }
    }
    default:
      return bad('Bad request', raw)
  }
}

/**
 * The result of parsing one text message (rules F1–F8). `unreadable` is answered in any state of the session. `message` may hold a
 * `Malformed`, whose answer depends on the state. `dropped` (a ping whose id is not text) is not answered.
 */
export type Parsed =
  | { kind: 'unreadable'; malformed: Malformed }
  | { kind: 'message'; raw: Json; message: ClientMessage | Malformed }
  | { kind: 'dropped' }

const unreadable = (malformed: Malformed): Parsed => ({ kind: 'unreadable', malformed })

export function parse(text: string): Parsed {
  if (tooDeep(text)) return unreadable(bad('Bad request'))
  let raw: Json
  try {
    raw = JSON.parse(text)
  } catch {
    return unreadable(bad('Bad request'))
  }
  if (raw === null || typeof raw !== 'object') return unreadable(bad('Bad request'))
  if (Array.isArray(raw) || !Object.hasOwn(raw, 'msg')) return unreadable(bad('Bad request', raw))
  if (raw.msg === 'ping' && raw.id && typeof raw.id !== 'string') return { kind: 'dropped' }
  try {
    return { kind: 'message', raw, message: read(raw) }
  } catch {
    return unreadable(bad('Parse error'))
  }
}
