import { decode, type Json } from '#ddp/wire/ejson.ts'

/** A message of the socket, as far as a stream passes it on. */
interface Message {
  msg: string
  collection?: string
  id?: string
  fields?: Json
  cleared?: string[]
  error?: { error?: unknown; reason?: string }
}

const NOTHING = ''

/** The collection in which the server answers which version a client has (rule S12). */
const HELD = '_held'

const eventText = (event: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Returns a message of the socket as an event of a stream (HTML, server-sent events): `state` before the first documents, `added`, `changed` and
 * `removed` for each document, `ready` after the first ones, `error` at the end of a subscription; empty for all others. Only the event `state` has
 * an id, the version of all documents: whoever comes back with it gets no documents as long as nothing has changed, and else all of them.
 */
export function streamedEvent(text: string): string {
  const { msg, collection, id, fields, cleared, error } = JSON.parse(text) as Message
  switch (msg) {
    case 'added':
      if (collection === HELD) {
        const { version, unchanged } = fields as { version: string; unchanged: boolean }
        return eventText('state', { unchanged }, version)
      }
      return eventText('added', { collection, document: { _id: id, ...(decode(fields ?? {}) as object) } })
    case 'changed':
      if (collection === HELD) return NOTHING
      return eventText('changed', {
        ...{ collection, _id: id, fields: decode(fields ?? {}) },
        ...(cleared === undefined ? {} : { cleared }),
      })
    case 'removed':
      return collection === HELD ? NOTHING : eventText('removed', { collection, _id: id })
    case 'ready':
      return eventText('ready', {})
    case 'nosub':
      return eventText('error', { status: typeof error?.error === 'number' ? error.error : 500, title: error?.reason ?? 'Ended' })
    case 'ping':
      // A comment, which keeps what is between both ends from closing a quiet stream.
      return ':\n\n'
    default:
      return NOTHING
  }
}

const NAMED = /^\{"msg":"(?:added|changed|removed)","collection":"(\w+)"/

/** Returns the collection of a message; null: it is about none. */
export const collectionOf = (text: string): string | null => NAMED.exec(text)?.[1] ?? null

export const isHeldAnswer = (collection: string): boolean => collection === HELD
