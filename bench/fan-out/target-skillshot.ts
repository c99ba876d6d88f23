import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { ResultSet } from '#ddp/server/result-set.ts'
import { DdpServer } from '#ddp/server/server.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { attachDdp } from '#ddp/transport/node/server-transport.ts'
import { serveCommands } from '../lib/worker.ts'
import { ROWS, rowAfter, rowId } from './board.ts'
import { ChangeSender } from './sender.ts'

let board: ResultSet
const put = (row: number, game: number): void => board.put('boardRows', rowId(row), rowAfter(row, game))

let game = ROWS
let length = 0
const HOUR = 3_600_000
const http = createServer()

/** @param silence heartbeat interval and timeout in ms: a silent client is pinged after this time and then has the same time to answer */
function serve(silence: number): void {
  const ddp = new DdpServer({
    clock: systemClock,
    randomId: () => randomBytes(12).toString('base64url'),
    hash: text => text,
    soon: flush => void setImmediate(flush),
    report: console.error,
    heartbeat: { interval: silence, timeout: silence },
  })
  board = ddp.resultSet()
  for (let row = 0; row < ROWS; row++) put(row, row)
  board.observe(({ frame }) => {
    length = frame.text.length
  })
  ddp.publish('board', () => board)
  attachDdp(http, ddp, { prefix: '', forwardedCount: 0, originAllowed: () => true, limits: null })
}

const sender = new ChangeSender(http, () => put(game % ROWS, game++))

serveCommands({
  ...sender.commands(),
  listen: (silence: number | null) => {
    serve(silence ?? HOUR)
    return sender.listen()
  },
  /** Bytes of a change message. */
  length: () => length,
})
