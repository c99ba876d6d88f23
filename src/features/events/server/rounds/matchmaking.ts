import { isDeepStrictEqual } from 'node:util'
import type { FormatRules } from '#events/formats/event-format.ts'
import { formatRules } from '#events/formats/registry.ts'
import { drawsMachines, type FixedSeats } from '#events/rules/draw/assign-machines.ts'
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
 * Begins games in an event without rounds, as far as players and machines are free, and notes who waits.
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
  const open = rounds.flatMap(({ groups }) => groups.filter(group => !store.isConfirmed(group)))
  const busy = new Set(open.flatMap(({ entrantIds }) => entrantIds))
  const games = countGames(rounds)
  const begunBy = (id: string): number => games.get(id)?.begun ?? 0
  const here = (await listPlayersHere(tx, event, format, rounds)).filter(
    id => matchmaking.gamesEach === null || begunBy(id) < matchmaking.gamesEach,
  )
  const queue = first.waiting.entrantIds.filter(id => here.includes(id) && !busy.has(id))
  const joining = here.filter(id => !busy.has(id) && !queue.includes(id))
  const waiting = [...queue, ...joining.sort((a, b) => (games.get(a)?.lastRound ?? 0) - (games.get(b)?.lastRound ?? 0))]
  const { begunAt, gameMs } = first.waiting
  const until = matchmaking.minutes === null ? null : begunAt + matchmaking.minutes * MINUTE
  // Nobody waits for a game that cannot come.
  const canGoOn = here.length > 1 && (until === null || now < until)
  const free = await listFreeMachines(tx, event.id, open)
  const history = new OpponentHistory(rounds.map(store.toRound))
  const begun = canGoOn
    ? makeGames(matchmaking, {
        waiting: withFreeSeats(waiting, free, await listFixedSeats(tx, event.id, event.machineIds)),
        playing: here.filter(id => busy.has(id)),
        gamesBegun: begunBy,
        timesMet: (a, b) => history.timesMet(a, b),
        free: drawsMachines(event.machineDraw) ? free.size : Number.POSITIVE_INFINITY,
      })
    : []
  const changes = await insertGames(tx, event, { rounds, games: begun, free })
  const playing = new Set(changes.length === 0 ? [] : begun.flat())
  const hasEnded = ended !== undefined && open.every(({ id }) => id !== ended)
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

/** Returns how many games each player has begun, and in which round the last one was. */
function countGames(rounds: readonly store.RoundRow[]): Map<string, { begun: number; lastRound: number }> {
  const games = new Map<string, { begun: number; lastRound: number }>()
  for (const { number, groups } of rounds)
    for (const id of groups.flatMap(({ entrantIds }) => entrantIds))
      games.set(id, { begun: (games.get(id)?.begun ?? 0) + 1, lastRound: number })
  return games
}

/** Returns the players who are checked in and not out. */
async function listPlayersHere(tx: Db, event: EventRow, format: FormatRules, rounds: readonly store.RoundRow[]): Promise<string[]> {
  const entrants = await listPlayingEntrants(tx, event.id)
  const played = { rounds: rounds.map(store.toRound), adjustments: await listAdjustments(tx, event.id) }
  const ids = entrants.map(({ id }) => id)
  const rows = format.standings(event.machineIds, ids, played)
  const out = new Set(rows.flatMap(({ entrantId, outIn }) => (outIn === undefined ? [] : [entrantId])))
  return entrants.flatMap(({ id, presence }) => (presence === 'here' && !out.has(id) ? [id] : []))
}

/** Adds games: each to the round after the last one of its players, so that nobody has two in a round. @returns nothing if no machine is in order */
async function insertGames(
  tx: Db,
  event: EventRow,
  { rounds, games, free }: { rounds: readonly store.RoundRow[]; games: readonly (readonly string[])[]; free: ReadonlySet<string> },
): Promise<NewChange[]> {
  const machineIds =
    games.length === 0 ? null : await drawNewMachines(tx, event, { rounds, groups: games, games: 1, seed: uuidv7(), among: free })
  if (machineIds === null) return []
  const played = countGames(rounds)
  const roundIds = new Map(rounds.map(({ number, id }) => [number, id]))
  // Games are numbered through, because they belong to no round that anybody sees.
  const before = rounds.reduce((count, { groups }) => count + groups.length, 0)
  const changes: NewChange[] = []
  for (const [i, players] of games.entries()) {
    const entrantIds = [...players]
    const number = 1 + Math.max(...entrantIds.map(id => played.get(id)?.lastRound ?? 0))
    const roundId = roundIds.get(number) ?? (await store.insertNextRound(tx, event.id, number))
    roundIds.set(number, roundId)
    await insertMatchGroup(tx, roundId, before + i + 1, { id: uuidv7(), entrantIds, machineIds: machineIds[i]! })
    changes.push(createEventChange(event.id, { kind: 'rounds', seats: { roundId, entrantIds } }))
  }
  return changes
}

/** Leaves out those who play on certain machines alone, of which none is free. Each of these machines is kept for the first who needs it. */
function withFreeSeats(waiting: readonly string[], free: ReadonlySet<string>, seats: FixedSeats): string[] {
  const kept = new Set<string>()
  return waiting.filter(id => {
    const own = seats.get(id)
    if (own === undefined) return true
    const machineId = own.find(each => free.has(each) && !kept.has(each))
    if (machineId !== undefined) kept.add(machineId)
    return machineId !== undefined
  })
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
