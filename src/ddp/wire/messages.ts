import type { Ejson, Fields } from './ejson.ts'

/** A message from a client, after `parse` has checked its shape and decoded its values. */
export type ClientMessage =
  | { msg: 'connect'; version: unknown; support: unknown }
  | { msg: 'ping'; id: string | undefined }
  | { msg: 'pong' }
  | { msg: 'sub'; id: string; name: string; params: Ejson[] }
  | { msg: 'unsub'; id: string }
  | { msg: 'method'; id: string; method: string; params: Ejson[]; randomSeed: string | undefined }

/** A message from a server, decoded by the client. `id` of a data message is in wire format. */
export type ServerMessage =
  | { msg: 'connected'; session: string }
  | { msg: 'failed'; version: string }
  | { msg: 'ping'; id: string | undefined }
  | { msg: 'pong' }
  | { msg: 'added'; collection: string; id: string; fields: Fields }
  | { msg: 'changed'; collection: string; id: string; fields: Fields; cleared: string[] }
  | { msg: 'removed'; collection: string; id: string }
  | { msg: 'ready'; subs: string[] }
  | { msg: 'nosub'; id: string; error: unknown }
  | { msg: 'updated'; methods: string[] }
  | { msg: 'result'; id: string; result: Ejson; error: unknown }
  | { msg: 'error'; reason: string; offendingMessage: unknown }
