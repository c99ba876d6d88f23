import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ResultSet } from '#ddp/server/result-set.ts'
import { DdpServer } from '#ddp/server/server.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { DEFAULT_TRANSPORT_LIMITS } from '#ddp/transport/node/admission.ts'
import { attachDdp } from '#ddp/transport/node/server-transport.ts'

/**
 * A server with one publication, `board`, in a process of its own, so that its memory can be measured. When it receives a number of bytes
 * over IPC, it makes changes of that size, and then reports the largest growth of its memory and the most data that waited for one socket.
 */
const DOCUMENTS = 200
const BYTES = 1000

const http = createServer()
const ddp = new DdpServer({
  clock: systemClock,
  randomId: () => 'x'.repeat(17),
  hash: String,
  soon: flush => void setImmediate(flush),
  report: cause => {
    throw cause
  },
})
const board = new ResultSet()
const fields = (n: number): { text: string } => ({ text: String(n).padEnd(BYTES, '.') })
for (let n = 0; n < DOCUMENTS; n++) board.put('rows', String(n), fields(n))
ddp.publish('board', () => board)
const transport = attachDdp(http, ddp, { prefix: '', forwardedCount: 0, originAllowed: () => true, limits: DEFAULT_TRANSPORT_LIMITS })
http.on('request', (request, response) => void transport.answer(request, response))

const sockets = new Set<Socket>()
http.on('connection', socket => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})

const megabytes = (bytes: number): number => bytes / 2 ** 20

process.on('message', async (bytes: number) => {
  const before = process.memoryUsage.rss()
  let grown = 0
  let held = 0
  for (let n = 0; n * BYTES < bytes; n++) {
    board.put('rows', String(n % DOCUMENTS), fields(n))
    if (n % 100 !== 99) continue
    await new Promise(resolve => setImmediate(resolve))
    // Clients that read are waited for, because only what is held for those that do not read is to be measured.
    while ([...sockets].filter(socket => socket.writableLength > 2 ** 20).length > 0) await new Promise(resolve => setImmediate(resolve))
    grown = Math.max(grown, process.memoryUsage.rss() - before)
    held = Math.max(held, ...[...sockets].map(socket => socket.writableLength))
  }
  process.send!({ grownMb: megabytes(grown), heldMb: megabytes(held), sessions: ddp.sessions })
})
process.on('disconnect', () => process.exit())

http.listen(0, '127.0.0.1', () => process.send!((http.address() as AddressInfo).port))
