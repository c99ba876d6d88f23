import { decode, type Fields, type Json } from '../wire/ejson.ts'
import type { ServerMessage } from '../wire/messages.ts'
import { tooDeep } from '../wire/parse.ts'

type Raw = { [key: string]: Json }

const text = (value: Json | undefined): value is string => typeof value === 'string'
const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter(text) : [])
const fields = (value: Json | undefined): Fields => (value === undefined ? {} : (decode(value) as Fields))

function interpret(raw: Raw): ServerMessage | null {
  switch (raw.msg) {
    case 'connected':
      return text(raw.session) ? { msg: 'connected', session: raw.session } : null
    case 'failed':
      return text(raw.version) ? { msg: 'failed', version: raw.version } : null
    case 'ping':
      return { msg: 'ping', id: text(raw.id) ? raw.id : undefined }
    case 'pong':
      return { msg: 'pong' }
    case 'added':
      return text(raw.collection) && text(raw.id)
        ? { msg: 'added', collection: raw.collection, id: raw.id, fields: fields(raw.fields) }
        : null
    case 'changed':
      if (!text(raw.collection) || !text(raw.id)) return null
      return { msg: 'changed', collection: raw.collection, id: raw.id, fields: fields(raw.fields), cleared: texts(raw.cleared) }
    case 'removed':
      return text(raw.collection) && text(raw.id) ? { msg: 'removed', collection: raw.collection, id: raw.id } : null
    case 'ready':
      return { msg: 'ready', subs: texts(raw.subs) }
    case 'nosub':
      return text(raw.id) ? { msg: 'nosub', id: raw.id, error: raw.error } : null
    case 'updated':
      return { msg: 'updated', methods: texts(raw.methods) }
    case 'result':
      return text(raw.id)
        ? { msg: 'result', id: raw.id, result: raw.result === undefined ? undefined : decode(raw.result), error: raw.error }
        : null
    case 'error':
      return { msg: 'error', reason: text(raw.reason) ? raw.reason : '', offendingMessage: raw.offendingMessage }
    default:
      return null
  }
}

/** F9: parses one message from a server. Returns null for the `server_id` greeting and for anything unreadable; never throws. */
export function readServerMessage(frame: string): ServerMessage | null {
  if (tooDeep(frame)) return null
  try {
    const raw: Json = JSON.parse(frame)
    return raw === null || typeof raw !== 'object' || Array.isArray(raw) ? null : interpret(raw)
  } catch {
    return null
  }
}
