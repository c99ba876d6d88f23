import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { DdpServer } from '#ddp/server/server.ts'
import type { Database } from '#platform/db/database.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { insertScores } from '#scores/server/submit/submit-store.ts'
import type { ImageProcessor } from '#uploads/server/image-processor.ts'
import { frozenClock, runWithFeatures } from '../cli/cli-features.ts'
import type { CliEnvironment } from '../cli/cli-runtime.ts'
import { UsageError } from '../cli/usage-error.ts'
import { seedAvatars } from './avatars.ts'
import { backdate } from './backdate.ts'
import { BoardAnswers } from './board-answers.ts'
import { DemoClient } from './client.ts'
import { seedGroups } from './groups.ts'
import { SeededRandom } from './random.ts'
import { cancelDemoEvent, playKnockout, seedRoundEvent } from './round-events.ts'
import { Schedule } from './schedule.ts'
import { announceEvents, playSelfies, seedScoreEvents } from './score-events.ts'
import { drawGames } from './scores.ts'
import { type Entry, pickScoresWithPhoto, seedLikesAndComments, submitScoreWithPhoto } from './social.ts'
import { findMachines, seedUsers } from './users.ts'

const SEED = 1931
const GAMES = 6000
/** maximum number of scores in one statement */
const MAX_BATCH = 400

export interface DemoCounts {
  players: number
  machines: number
  scores: number
  groups: number
  events: number
  pictures: number
}

/**
 * Fills an empty database, beside a running server or alone. For the same `now` the content is the same, except for ids and for the round
 * draws, which depend on ids.
 * @param now ms: the end of the demo's three years
 * @throws UsageError if the database is not empty
 */
export async function fillDemo(database: Database, environment: CliEnvironment, now: number): Promise<DemoCounts> {
  await assertEmptySite(database)
  const machines = await findMachines(database)
  const config = { ...environment.config, rateLimits: 'off' as const }
  let time = now
  const clock = frozenClock(() => time)
  const server = new DdpServer({
    clock,
    randomId: randomUUID,
    hash: text => text,
    soon: flush => void setImmediate(flush),
    report: cause => environment.log.error({ err: cause }, 'unexpected'),
  })
  return runWithFeatures(
    database,
    { ...environment, config },
    async (features, { live, storage }) => {
      const people = await seedUsers(database, features, live, now)
      const { at } = await database.db.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')).executeTakeFirstOrThrow()
      const begun = at.getTime()
      const [random, schedule] = [new SeededRandom(SEED), new Schedule()]
      const site = new DemoClient({ database, server, storage, random, schedule, now, people, machines })
      const entries: Entry[] = drawGames(random, site.people, [...machines.keys()], now - 60_000, GAMES).map(game => ({
        ...game,
        id: uuidv7(),
      }))
      const photos = pickScoresWithPhoto(site, entries)
      plan(site, entries, photos)

      const plain = entries.filter(entry => !photos.includes(entry))
      await pass(site, live, plain, async at => {
        time = at
        await schedule.runNext()
        await backdate(database, begun, at)
      })
      time = now
      await processPictures(database, features.uploads.imageProcessor)
      return count(database, people.size, machines.size)
    },
    { clock, ddp: server },
  )
}

function plan(site: DemoClient, entries: readonly Entry[], photos: readonly Entry[]): void {
  const clubs = seedGroups(site)
  seedAvatars(site)
  for (const photo of photos) submitScoreWithPhoto(site, photo)
  seedLikesAndComments(site, entries, photos)
  seedScoreEvents(site, clubs)
  playSelfies(site, clubs)
  announceEvents(site, clubs)
  seedRoundEvent(site)
  playKnockout(site)
  cancelDemoEvent(site)
}

/** Replays the three years in order: inserts the scores in batches, and runs the planned actions between them. */
async function pass(
  site: DemoClient,
  live: LiveServer,
  entries: readonly Entry[],
  runDueSteps: (at: number) => Promise<void>,
): Promise<void> {
  const { schedule } = site
  const answers = new BoardAnswers()
  for (let from = 0; from < entries.length || schedule.next !== null; ) {
    const until = schedule.next ?? Number.POSITIVE_INFINITY
    const batch: Entry[] = []
    while (batch.length < MAX_BATCH && from < entries.length && entries[from]!.at <= until) batch.push(entries[from++]!)
    if (batch.length > 0) await write(site, live, answers, batch)
    else await runDueSteps(Math.floor(until))
  }
}

/** Inserts scores as if the players had submitted them right after the game. */
async function write(site: DemoClient, { changeLog }: LiveServer, answers: BoardAnswers, entries: readonly Entry[]): Promise<void> {
  const scores = entries.map(({ id, at, person, machine, value, comment, location }) => {
    const [userId, machineId] = [site.userId(person), site.machineId(machine)]
    const { username, displayName } = person
    return {
      ...{ id, userId, username, displayName, machineId, value, comment, location },
      machineName: machine.name,
      achievedAt: at,
      createdAt: at,
      windowed: true,
      fingerprint: '',
      answer: answers.enter(id, machineId, userId, value),
    }
  })
  await changeLog.publish(await insertScores(site.database.db, scores))
}

/** Waits until no picture waits for processing. A server that runs beside this process may be processing one of them. */
async function processPictures({ db }: Database, imageProcessor: ImageProcessor): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    await imageProcessor.idle()
    const waiting = await db.selectFrom('pictures').select('id').where('state', '=', 'waiting').limit(1).executeTakeFirst()
    if (waiting === undefined) return
    await setTimeout(200)
  }
}

/** @throws UsageError */
async function assertEmptySite({ db }: Database): Promise<void> {
  const admin = sql<boolean>`coalesce(roles -> '__global_roles__' ? 'admin', false)`
  const { scores, players } = await db
    .selectNoFrom(({ exists, selectFrom, not }) => [
      exists(selectFrom('scores').select('id')).$castTo<boolean>().as('scores'),
      exists(selectFrom('users').select('id').where('deleted_at', 'is', null).where(not(admin)))
        .$castTo<boolean>()
        .as('players'),
    ])
    .executeTakeFirstOrThrow()
  if (scores || players)
    throw new UsageError(
      `This site has ${scores ? 'scores' : 'players'} already, and the demo fills an empty one only. Give it a data folder of its own: DATA_DIR=./demo npm run demo`,
    )
}

async function count({ db }: Database, players: number, machines: number): Promise<DemoCounts> {
  const number = sql<number>`count(*)`.as('n')
  const counts = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('scores').select(number).$asScalar().$notNull().as('scores'),
      selectFrom('groups').select(number).$asScalar().$notNull().as('groups'),
      selectFrom('events').select(number).$asScalar().$notNull().as('events'),
      selectFrom('pictures').select(number).where('state', '=', 'shown').$asScalar().$notNull().as('pictures'),
    ])
    .executeTakeFirstOrThrow()
  return { players, machines, ...counts }
}
