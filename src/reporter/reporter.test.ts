import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { socketPair } from '#ddp/transport/memory.ts'
import { Reporter } from './reporter.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-reporter-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const HOST = '127.0.0.1'
const HOUR = 3_600_000

it('a game that ended before the clock of the computer was set is reported with the age that it has', async () => {
  const { clock, server, settle } = createDdpHarness()
  const reports: { id: string; sentAt: Date; endedAt: Date }[] = []
  server.method('stations.report', (_call, report) => void reports.push(report as (typeof reports)[number]))
  server.method('stations.reportLive', () => ({ paired: [] }))
  const pairs: ReturnType<typeof socketPair>[] = []
  let isSiteThere = false
  /** A computer that does not know the time until it has a network. */
  let slowBy = 400 * 24 * HOUR
  const reporter = await Reporter.start({
    site: 'https://scores.example',
    connect: () => {
      const pair = socketPair(() => {})
      pairs.push(pair)
      if (isSiteThere) server.accept(pair.server, { clientAddress: '10.0.0.1', groups: ['10.0.0.1'], httpHeaders: {} })
      else pair.server.close()
      return pair.client
    },
    ...{ dir, clock, key: 'secret', random: () => 0.5, timeOfDay: () => clock.now() - slowBy, log: () => {} },
    ports: { host: HOST, game: 0, discovery: 0, http: 9 },
  })
  const board = createSocket('udp4')
  const end = { machine_id: '4f0c12ab', type: 'end_of_game', data: { plays: [['ABC', 5000]], try: 1, game_num: 4 } }
  board.send(JSON.stringify(end), reporter.ports.game, HOST)
  await expect.poll(() => reporter.status().spool.waiting).toBe(1)
  clock.advance(HOUR)
  ;[slowBy, isSiteThere] = [0, true]
  await expect
    .poll(async () => {
      clock.advance(1000)
      await settle()
      for (const pair of pairs) pair.flush()
      return reports.length
    })
    .toBe(1)
  const { sentAt, endedAt } = reports[0]!
  expect(sentAt.getTime()).toBeGreaterThan(clock.now() - HOUR / 2)
  expect((sentAt.getTime() - endedAt.getTime()) / HOUR).toBeCloseTo(1, 0)
  await reporter.close()
  board.close()
  await once(board, 'close')
})
