import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Fields } from '#ddp/wire/ejson.ts'
import { serveCommands } from '../lib/worker.ts'
import { ROWS, rowAfter, rowId } from './board.ts'
import { ChangeSender } from './sender.ts'

/** Broadcasts a change as Meteor does: compares it field by field with the copy of each client, and encodes a message per client. */
const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
type Copy = Map<string, Record<string, unknown>>

const copies = new Map<WebSocket, Copy>()
const board = new Map(Array.from({ length: ROWS }, (_, row) => [rowId(row), rowAfter(row, row)]))

sockets.on('connection', socket => {
  copies.set(socket, new Map([...board].map(([id, fields]) => [id, { ...fields }])))
  socket.on('close', () => copies.delete(socket))
})

const same = (a: unknown, b: unknown): boolean => (a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b)
const plain = (value: unknown): unknown => (value instanceof Date ? { $date: value.getTime() } : value)

function changed(copy: Copy, id: string, next: Fields): string {
  const before = copy.get(id)!
  const fields: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(next)) {
    if (same(before[key], value)) continue
    fields[key] = plain(value)
    before[key] = value
  }
  return JSON.stringify({ msg: 'changed', collection: 'boardRows', id, fields })
}

let game = ROWS
let length = 0
const sender = new ChangeSender(http, () => {
  const row = game % ROWS
  const id = rowId(row)
  const next = rowAfter(row, game++)
  board.set(id, next)
  for (const [socket, copy] of copies) {
    const text = changed(copy, id, next)
    length = text.length
    socket.send(text)
  }
})

serveCommands({ ...sender.commands(), length: () => length })
