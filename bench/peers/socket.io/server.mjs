import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { ROWS, rowAfter, rowId } from '../../fan-out/board.ts'
import { ChangeSender } from '../../fan-out/sender.ts'
import { serveCommands } from '../../lib/worker.ts'

// A room per board, as in socket.io's documentation: every change is one `emit` to the room, which socket.io encodes once for all sockets.
const HOUR = 3_600_000
const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: HOUR, pingTimeout: HOUR })
io.on('connection', socket => socket.join('board'))

let game = ROWS
const sender = new ChangeSender(http, () => {
  const row = game % ROWS
  const { scoreId, value, achievedAt } = rowAfter(row, game++)
  io.to('board').emit('changed', { collection: 'boardRows', id: rowId(row), fields: { scoreId, value, achievedAt: achievedAt.getTime() } })
})

serveCommands(sender.commands())
