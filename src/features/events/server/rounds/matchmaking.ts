import { isDeepStrictEqual } from 'node:util'
import { formatRules } from '#events/formats/registry.ts'
import { drawsMachines } from '#events/rules/draw/assign-machines.ts'
import { OpponentHistory } from '#events/rules/draw/opponent-history.ts'
import { isOver } from '#events/rules/event-state.ts'
import { makeGames } from '#events/rules/matchmaking/matchmaker.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { uuidv7, uuidv7Time } from '#platform/uuid.ts'
import { createEventChange } from '../changes.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { listFixedSeats } from '../entrants/seat-store.ts'
import { type EventRow, eventMachines } from '../store.ts'
import { listAdjustments } from './adjustment-store.ts'
import { drawNewMachines } from './draw-new-machines.ts'
import { insertMatchGroup } from './match-group-store.ts'
import * as store from './round-store.ts'

const MINUTE = 60_000
/** A game that took longer was forgotten, and says nothing about how long games take. */
const LONGEST_GAME = 60 * MINUTE
/** What a game that ends weighs in the average of those before. */
const WEIGHT = 0.1

/**
 * Begins games in an event without rounds, as far as players and machines are free, and notes who waits. A game belongs to the round after the
 * last one of its players, so nobody has two games in a round.
 * @param now ms
 * @param ended id of the group whose result has just been entered; left out: none
 */
export async function beginGames(tx: Db, event: EventRow, now: number, ended?: string): Promise<NewChange[]> {
  const format = formatRules(event.format, event)
  const { matchmaking } = format
  if (matchmaking === undefined || isOver(event, now)) return []
  const rounds = await store.listRounds(tx, event.id)
  const [first] = rounds
  if (!first?.waiting) return []
  const played = { rounds: rounds.map(store.toRound), adjustments: await listAdjustments(tx, event.id) }
  const entrants = await listPlayingEntrants(tx, event.id)
  const ids = entrants.map(({ id }) => id)
  const out = new Set(format.standings(event.machineIds, ids, played).flatMap(row => (row.outIn === undefined ? [] : [row.entrantId])))
  const open = rounds.flatMap(({ groups }) => groups.filter(group => !store.isConfirmed(group)))
  const busy = new Set(open.flatMap(({ entrantIds }) => entrantIds))
  const lastRound = new Map<string, number>()
  const gamesBegun = new Map<string, number>()
  for (const { number, groups } of rounds)
    for (const id of groups.flatMap(({ entrantIds }) => entrantIds)) {
      lastRound.set(id, number)
      gamesBegun.set(id, (gamesBegun.get(id) ?? 0) + 1)
    }
  const begunBy = (id: string): number => gamesBegun.get(id) ?? 0
  const mayPlay = (id: string): boolean => !out.has(id) && (matchmaking.gamesEach === null || begunBy(id) < matchmaking.gamesEach)
  const here = entrants.filter(({ id, presence }) => presence === 'here' && mayPlay(id)).map(({ id }) => id)
  const queue = first.waiting.entrantIds.filter(id => here.includes(id) && !busy.has(id))
  const joining = here.filter(id => !busy.has(id) && !queue.includes(id))
  const waiting = [...queue, ...joining.sort((a, b) => (lastRound.get(a) ?? 0) - (lastRound.get(b) ?? 0))]
  const history = new OpponentHistory(played.rounds)
  const { begunAt, gameMs } = first.waiting
  const until = matchmaking.minutes === null ? null : begunAt + matchmaking.minutes * MINUTE
  const isTimeOver = until !== null && now >= until
  const free = await listFreeMachines(tx, event.id, open)
  const seats = await listFixedSeats(tx, event.id, event.machineIds)
  // Who plays on certain machines alone waits until one of them is free.
  const hasFreeSeat = (id: string): boolean => seats.get(id)?.some(machineId => free.has(machineId)) ?? true
  const games = isTimeOver
    ? []
    : makeGames(matchmaking, {
        waiting: waiting.filter(hasFreeSeat),
        playing: here.filter(id => busy.has(id)),
        gamesBegun: begunBy,
        timesMet: (a, b) => history.timesMet(a, b),
        free: drawsMachines(event.machineDraw) ? free.size : Number.POSITIVE_INFINITY,
      })
  const machineIds = games.length === 0 ? [] : await drawNewMachines(tx, event, { rounds, groups: games, games: 1, seed: uuidv7() })
  const changes: NewChange[] = []
  const begun = machineIds === null ? [] : games
  const roundIds = new Map(rounds.map(({ number, id }) => [number, id]))
  // Games are numbered through, because they belong to no round that anybody sees.
  const before = rounds.reduce((count, { groups }) => count + groups.length, 0)
  for (const [i, entrantIds] of begun.entries()) {
    const number = 1 + Math.max(...entrantIds.map(id => lastRound.get(id) ?? 0))
    const roundId = roundIds.get(number) ?? (await store.insertNextRound(tx, event.id, number))
    roundIds.set(number, roundId)
    await insertMatchGroup(tx, roundId, before + i + 1, { id: uuidv7(), entrantIds, machineIds: machineIds![i]! })
    changes.push(createEventChange(event.id, { kind: 'rounds', seats: { roundId, entrantIds } }))
  }
  const playing = new Set(begun.flat())
  const hasEnded = ended !== undefined && open.every(({ id }) => id !== ended)
  // Nobody waits for a game that cannot come.
  const canGoOn = !isTimeOver && here.length > 1
  const next: store.WaitingPlayers = {
    entrantIds: canGoOn ? waiting.filter(id => !playing.has(id)) : [],
    gameMs: hasEnded ? averageGame(gameMs, now - uuidv7Time(ended)) : gameMs,
    begunAt,
    until,
  }
  if (!isDeepStrictEqual(next, first.waiting)) {
    await store.setWaiting(tx, first.id, next)
    if (changes.length === 0) changes.push(createEventChange(event.id, { kind: 'rounds' }))
  }
  return changes
}

/** Returns the machines that are in order and on which nobody plays. */
async function listFreeMachines(tx: Db, eventId: string, open: readonly store.MatchGroupRow[]): Promise<ReadonlySet<string>> {
  const taken = new Set(open.flatMap(({ games }) => games.map(({ machineId }) => machineId)))
  const machines = await eventMachines(tx, eventId)
  return new Set(machines.flatMap(({ machineId, brokenAt }) => (brokenAt === null && !taken.has(machineId) ? [machineId] : [])))
}

/** Returns how long games take (ms), the latest ones counting most. @param known before; null: none had ended @param took how long one more has */
function averageGame(known: number | null, took: number): number | null {
  if (took <= 0 || took > LONGEST_GAME) return known
  return Math.round(known === null ? took : known + (took - known) * WEIGHT)
}
