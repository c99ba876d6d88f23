import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '#ddp/timing/clock.ts'
import type { HeadToHeadGames, RatedNight } from '#events/server/api.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'
import { ratingsChanged } from './changes.ts'
import { type PlayerStrength, rateNight } from './rate-night.ts'
import * as store from './store.ts'

/** Nights that are read together. */
const NIGHTS_AT_ONCE = 100

export interface ComputeOptions {
  database: Database
  clock: Clock
  settings: Pick<SiteSettings, 'current'>
  headToHead: HeadToHeadGames
}

/**
 * Computes the ratings from the first night on that is not the one that they were computed from, whatever the reason: it was played, corrected,
 * cancelled, claimed by an account, or hidden. On a site without ratings no night counts, so all is removed.
 * @returns the changes that it wrote to the change log
 */
export const updateRatings = (options: ComputeOptions): Promise<ChangeLogEntry[]> =>
  options.database.longTransaction(async tx => {
    await lockUntilCommit(tx, 'ratings')
    const nights = await listNights(tx, options)
    const stored = await store.listNights(tx)
    const from = countEqual(nights, stored)
    if (from === nights.length && from === stored.length) return []
    await computeFrom(tx, options, nights, from)
    return appendChanges(tx, [ratingsChanged.of({ userIds: null })])
  })

/** Computes everything from the games, and compares it with what was stored. */
export const recomputeRatings = (options: ComputeOptions) =>
  options.database.longTransaction(async tx => {
    await lockUntilCommit(tx, 'ratings')
    const nights = await listNights(tx, options)
    const before = { nights: await store.listNights(tx), history: await store.listRatingHistory(tx) }
    await computeFrom(tx, options, nights, 0)
    const after = { nights: await store.listNights(tx), history: await store.listRatingHistory(tx) }
    const differences = listDifferences(before, after)
    const entries = differences.length === 0 ? [] : await appendChanges(tx, [ratingsChanged.of({ userIds: null })])
    const players = new Set(after.history.map(({ userId }) => userId)).size
    return { nights: after.nights.length, players, differences, entries }
  })

const listNights = async (tx: Db, { settings, headToHead, clock }: ComputeOptions): Promise<RatedNight[]> =>
  settings.current().ratings ? headToHead.listRatedNights(tx, clock.now()) : []

/** Returns how many nights both lists begin with. A stored one in another place followed one that is gone, so that it is not the same. */
function countEqual(nights: readonly RatedNight[], stored: readonly store.StoredNight[]): number {
  const first = nights.findIndex((night, position) => !isDeepStrictEqual({ ...night, position }, { ...stored[position] }))
  return first === -1 ? nights.length : first
}

/** Replaces what was computed from the nights from a position on. */
async function computeFrom(tx: Db, { headToHead, clock }: ComputeOptions, nights: readonly RatedNight[], from: number): Promise<void> {
  const userIds = new Set(await store.forgetNights(tx, from))
  const strengths = new Map<string, PlayerStrength>()
  const known = new Set<string>()
  let position = from
  for (let i = from; i < nights.length; i += NIGHTS_AT_ONCE) {
    const eventIds = nights.slice(i, i + NIGHTS_AT_ONCE).map(({ eventId }) => eventId)
    const played = await headToHead.loadRatedGames(tx, eventIds, clock.now())
    const newIds = new Set(played.flatMap(({ games }) => games.flatMap(game => game.userIds)).filter(userId => !known.has(userId)))
    for (const [userId, strength] of await store.findStrengths(tx, [...newIds])) strengths.set(userId, strength)
    await store.insertNights(
      tx,
      played.map(({ games: _, ...night }, n) => ({ position: position + n, ...night })),
    )
    const rows: store.HistoryRow[] = []
    for (const { games, endedAt } of played) {
      for (const [userId, strength] of rateNight(strengths, { games, endedAt })) {
        strengths.set(userId, strength)
        userIds.add(userId)
        const { endedAt: _, ...figures } = strength
        rows.push({ userId, position, ...figures })
      }
      position++
    }
    await store.insertRatedNights(tx, rows)
    for (const userId of newIds) known.add(userId)
  }
  await store.writeRatings(tx, [...userIds])
}

interface Stored {
  nights: readonly store.StoredNight[]
  history: readonly store.HistoryRow[]
}

/** Names what differs between two computations. Figures are compared bit for bit. */
function listDifferences(before: Stored, after: Stored): string[] {
  const describe = ({ nights, history }: Stored): Map<string, unknown> =>
    new Map<string, unknown>([
      ...nights.map((night): [string, unknown] => [`night ${night.position + 1}`, { ...night }]),
      ...history.map(({ userId, position, ...figures }): [string, unknown] => [`night ${position + 1}, player ${userId}`, figures]),
    ])
  const [was, is] = [describe(before), describe(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter(key => !isDeepStrictEqual(was.get(key), is.get(key)))
}
