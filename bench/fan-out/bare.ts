import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { changedText } from '../../src/ddp/wire/encode.ts'
import { serveCommands } from '../lib/worker.ts'
import { ROWS, rowAfter, rowId } from './board.ts'
import { ChangeSender } from './sender.ts'

const { scoreId, value, achievedAt } = rowAfter(0, ROWS)
const text = changedText('boardRows', rowId(0), { scoreId, value, achievedAt }, [])
const bytes = Buffer.from(text)
let ready = false

const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
const sender = new ChangeSender(http, () => {
  if (ready) for (const socket of sockets.clients) socket.send(bytes, { binary: false })
  else for (const socket of sockets.clients) socket.send(text)
})

serveCommands({
  ...sender.commands(),
  length: () => bytes.length,
  /** Whether to send the text as a prepared buffer instead of a string. */
  useBytes: (expected: boolean) => {
    ready = expected
  },
})
