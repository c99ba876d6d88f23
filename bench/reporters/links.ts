import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { nodeSocket } from '#ddp/transport/node/client-socket.ts'
import { type LiveMachineBoard, SiteLink } from '#reporter/site-link.ts'
import { Spool } from '#reporter/spool.ts'
import { readSharedClock } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import type { BenchVenue } from './add-venue.ts'
import type { Told } from './boards.ts'

/** `calls`: those with live games that the site has answered */
export interface ToldByLinks extends Told {
  calls: number
}

/** ms between two moments at which some boards of a venue say something new */
const TURN_MS = 50

const dir = mkdtempSync(join(tmpdir(), 'skillshot-bench-links-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
/** One for all links: no game ends here. */
const spool = await Spool.open({ dir, clock: systemClock })
let told: ToldByLinks = { sent: [], calls: 0 }
let score = 1_000_000
/** how often in a second each board says something new */
let changes = 0

/** Connects to a site as the reporter of each of these venues does, and lets their boards play. */
async function open({ port, venues }: { port: number; venues: BenchVenue[] }): Promise<void> {
  for (const { key, boardIds } of venues) {
    const boards = new Map<string, LiveMachineBoard>(boardIds.map(id => [id, { id, name: '', game: null }]))
    let connected = (): void => {}
    const isConnected = new Promise<void>(resolve => {
      connected = resolve
    })
    const link = new SiteLink({
      connect: () => nodeSocket(`ws://127.0.0.1:${port}/websocket`),
      ...{ clock: systemClock, timeOfDay: () => Date.now(), wasSet: () => 0, random: Math.random, key, spool },
      nameOf: () => '',
      boards: () => [...boards.values()],
      board: id => boards.get(id) ?? null,
      onPaired: () => {
        told.calls++
        connected()
      },
      log: () => {},
    })
    link.open()
    await isConnected
    let due = 0
    let next = 0
    setInterval(() => {
      for (due += (boardIds.length * changes * TURN_MS) / 1000; due >= 1; due--) {
        const id = boardIds[next++ % boardIds.length]!
        score += 10
        boards.set(id, { id, name: '', game: { playing: true, ball: 2, player: 1, scores: [score, 2_000_000, 3_000_000, 4_000_000] } })
        told.sent.push([score, readSharedClock()])
        link.changed(id)
      }
    }, TURN_MS)
  }
}

function play(of: { changes: number }): void {
  changes = of.changes
}

function take(): ToldByLinks {
  const taken = told
  told = { sent: [], calls: 0 }
  return taken
}

serveCommands({ open, play, take })
