import { decode, type Fields, type Json } from '../wire/ejson.ts'
import type { ServerMessage } from '../wire/messages.ts'
import { tooDeep } from '../wire/parse.ts'

type Raw = { [key: string]: Json }

const isText = (value: Json | undefined): value is string => typeof value === 'string'
const toTexts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter(isText) : [])
const toFields = (value: Json | undefined): Fields => (value === undefined ? {} : (decode(value) as Fields))

function parseMessage(raw: Raw): ServerMessage | null {
  switch (raw.msg) {
    case 'connected':
      return isText(raw.session) ? { msg: 'connected', session: raw.session } : null
    case 'failed':
      return isText(raw.version) ? { msg: 'failed', version: raw.version } : null
    case 'ping':
      return { msg: 'ping', id: isText(raw.id) ? raw.id : undefined }
    case 'pong':
      return { msg: 'pong' }
    case 'added':
      return isText(raw.collection) && isText(raw.id)
        ? { msg: 'added', collection: raw.collection, id: raw.id, fields: toFields(raw.fields) }
        : null
    case 'changed':
      if (!isText(raw.collection) || !isText(raw.id)) return null
      return { msg: 'changed', collection: raw.collection, id: raw.id, fields: toFields(raw.fields), cleared: toTexts(raw.cleared) }
    case 'removed':
      return isText(raw.collection) && isText(raw.id) ? { msg: 'removed', collection: raw.collection, id: raw.id } : null
    case 'ready':
      return { msg: 'ready', subs: toTexts(raw.subs) }
    case 'nosub':
      return isText(raw.id) ? { msg: 'nosub', id: raw.id, error: raw.error } : null
    case 'updated':
      return { msg: 'updated', methods: toTexts(raw.methods) }
    case 'result':
      return isText(raw.id)
        ? { msg: 'result', id: raw.id, result: raw.result === undefined ? undefined : decode(raw.result), error: raw.error }
        : null
    case 'error':
      return { msg: 'error', reason: isText(raw.reason) ? raw.reason : '', offendingMessage: raw.offendingMessage }
    default:
      return null
  }
}

/** F9: parses one message from a server. Returns null for the `server_id` greeting and for anything unreadable; never throws. */
export function readServerMessage(frame: string): ServerMessage | null {
  if (tooDeep(frame)) return null
  try {
    const raw: Json = JSON.parse(frame)
    return raw === null || typeof raw !== 'object' || Array.isArray(raw) ? null : parseMessage(raw)
  } catch {
    return null
  }
}
