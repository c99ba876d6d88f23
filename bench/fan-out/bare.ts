import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { changedText } from '#ddp/wire/encode.ts'
import { serveCommands } from '../lib/worker.ts'
import { ROWS, rowAfter, rowId } from './board.ts'
import { ChangeSender } from './sender.ts'

const { scoreId, value, achievedAt } = rowAfter(0, ROWS)
const text = changedText('boardRows', rowId(0), { scoreId, value, achievedAt }, [])
const bytes = Buffer.from(text)
/** How a change is sent: as a string, as a prepared buffer, or as a prepared buffer together with the other changes of the same turn. */
export type Way = 'text' | 'bytes' | 'batched'
let way: Way = 'text'
/** the number of changes that wait for the end of the turn */
let batched = 0

const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
const sender = new ChangeSender(http, () => {
  if (way === 'text') for (const socket of sockets.clients) socket.send(text)
  else if (way === 'bytes') for (const socket of sockets.clients) socket.send(bytes, { binary: false })
  else if (batched++ === 0) process.nextTick(sendBatch)
})
const streams = new Map<WebSocket, Duplex>()
sockets.on('connection', (socket, request) => streams.set(socket, request.socket))

/** One write for each socket. */
function sendBatch(): void {
  for (const [socket, stream] of streams) {
    stream.cork()
    for (let i = 0; i < batched; i++) socket.send(bytes, { binary: false })
    stream.uncork()
  }
  batched = 0
}

serveCommands({
  ...sender.commands(),
  length: () => bytes.length,
  use: (wanted: Way) => {
    way = wanted
  },
})
