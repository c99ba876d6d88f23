import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { type Cost, readOwnCpu } from '../lib/meter.ts'
import { measureTreeCpu } from '../lib/process-tree.ts'
import { serveCommands } from '../lib/worker.ts'
import { choosePlayers, getPlayerId, getPlayerScore } from './data.ts'

const BATCH = 10_000
const RANK = 'SELECT count(*)::int + 1 AS rank FROM board WHERE value > (SELECT value FROM board WHERE player_id = $1)'

let stop: () => Promise<void> = async () => {}
let postmaster = 0
let client: pg.Client
let size = 0
let attempt = 1

/** Builds the obvious table. With its index on the value, a rank reads only the rows above. */
async function build({ dataDir, players }: { dataDir: string; players: number }): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', log: console.error })
  postmaster = Number(readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'data/postmaster.pid'), 'utf8').split('\n', 1)[0])
  client = new pg.Client(postgres.connection)
  stop = async () => {
    await client.end()
    await postgres.stop()
  }
  await client.connect()
  await client.query('CREATE TABLE board (player_id text NOT NULL, value bigint NOT NULL)')
  for (let from = 0; from < players; from += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, players - from) }, (_, n) => from + n)
    const values = [some.map(getPlayerId), some.map(player => getPlayerScore(player, 0))]
    await client.query('INSERT INTO board SELECT * FROM unnest($1::text[], $2::bigint[])', values)
  }
  await client.query('CREATE UNIQUE INDEX ON board (player_id)')
  await client.query('CREATE INDEX ON board (value)')
  await client.query('VACUUM ANALYZE board')
  size = players
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  return rows[0]!.server_version
}

async function rankOf(id: string): Promise<number> {
  const { rows } = await client.query<{ rank: number }>({ name: 'rank', text: RANK, values: [id] })
  return rows[0]!.rank
}

async function timed(count: number): Promise<Cost> {
  const ids = choosePlayers('rank', count, ++attempt, size).map(getPlayerId)
  const [here, there, from] = [readOwnCpu(), measureTreeCpu([postmaster]), performance.now()]
  for (const id of ids) await rankOf(id)
  const wall = (performance.now() - from) * 1000
  const server = measureTreeCpu([postmaster]) - there
  return { count, cpu: readOwnCpu() - here + server, server, wall }
}

async function ranks(players: number[]): Promise<number[]> {
  const found: number[] = []
  for (const player of players) found.push(await rankOf(getPlayerId(player)))
  return found
}

serveCommands({ build, timed, ranks, stop: () => stop() })
