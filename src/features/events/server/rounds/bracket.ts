import { resultsWouldOpen } from '#events/contract/errors.ts'
import { formatRules } from '#events/formats/registry.ts'
import { type BracketRules, withLatePlayers } from '#events/rules/bracket/bracket-rules.ts'
import { type BracketSettlement, settleBracket } from '#events/rules/bracket/settle-bracket.ts'
import { WITHOUT_MACHINE } from '#events/rules/draw/assign-machines.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { insertVoid } from '../attempts/void-store.ts'
import { createEventChange } from '../changes.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import type { EventRow } from '../store.ts'
import { type RoundPart, readRoundPart, type StoredArrangement } from './arrangement-store.ts'
import { drawNewMachines } from './draw-new-machines.ts'
import { deleteGames, deleteGroups, insertGames, insertMatchGroup } from './match-group-store.ts'
import * as store from './round-store.ts'

/** What became of an event's groups when its bracket was computed anew. */
export interface SettledBracket {
  changes: NewChange[]
  /** the groups that are other ones now, round by round; empty: only new ones were added */
  replaced: StoredArrangement[]
  /** groups that are no more, whose results counted */
  lost: store.ChangedResult[]
}

const NOTHING: SettledBracket = { changes: [], replaced: [], lost: [] }

/** Returns the bracket's rules; null: the event has no bracket. */
export const bracketRulesOf = (event: Pick<EventRow, 'format'>): BracketRules | null => formatRules(event.format).bracket ?? null

/** A change of what was played in a bracket. */
export interface BracketChange {
  /** whose result changes; left out: nobody's, but something else may have changed who plays */
  groupId?: string
  /** changes the result */
  change?: () => Promise<void>
  /** false: the call fails if results of other groups would not count any more */
  reopens?: boolean
  /** true: a result that counted becomes another one, or none */
  isCorrection?: boolean
}

/**
 * Makes a change of what was played in a bracket, and then the groups those that follow from it: who plays next, and instead of whom.
 * @throws DdpError 409
 */
export async function changeBracket(
  tx: Db,
  event: EventRow,
  { groupId, change, reopens = true, isCorrection = false }: BracketChange = {},
): Promise<SettledBracket> {
  const rules = bracketRulesOf(event)
  if (rules === null) {
    await change?.()
    return NOTHING
  }
  const before = isCorrection ? await store.listRounds(tx, event.id) : []
  const parts = isCorrection ? await readParts(tx, before) : null
  await change?.()
  const rounds = await store.listRounds(tx, event.id)
  const [first] = rounds
  if (!first?.field) return NOTHING
  const known = store.toField(first.field)

  const entrants = await listPlayingEntrants(tx, event.id)
  const late = entrants.filter(({ id, presence }) => presence === 'here' && !known.includes(id))
  const gone = entrants.flatMap(({ id, presence }) => (presence === 'gone' && !rules.keepsGames && known.includes(id) ? [id] : []))
  const begun = new Set(rounds.flatMap(round => round.groups.flatMap(({ bracketGame }) => bracketGame ?? [])))
  const lateIds = late.map(({ id }) => id)
  const field = withLatePlayers(rules.plan(known.length), known, begun, lateIds)
  const groups = rounds.flatMap(round =>
    round.groups.map(({ id, bracketGame, entrantIds, games }) => ({
      ...{ id, round: round.number, bracketGame: bracketGame!, entrantIds },
      confirmed: games.map(({ confirmed }) => confirmed),
    })),
  )
  const { added, removed, resized, byes } = settleBracket(rules, field, rounds.map(store.toRound), groups, gone)
  const lost = removed.filter(({ confirmed }) => confirmed.includes(true))
  if (lost.length > 0 && !reopens) throw resultsWouldOpen({ games: lost.map(({ id, round }) => ({ round, group: numberOf(rounds, id) })) })

  if (field !== known) await store.setField(tx, first.id, field)
  if (String(gone) !== String(first.gone ?? [])) await store.setGone(tx, first.id, gone)
  const { changes, ids, roundIds } = await applySettlement(tx, event, rounds, { added, removed, resized, byes })
  const isReplaced = ids.size > 0 && parts !== null && groupId !== undefined
  return {
    changes,
    replaced: isReplaced ? await arrangements(tx, { before, parts, roundIds, ids, groupId }) : [],
    lost: removed.flatMap(({ id, round, confirmed }) =>
      confirmed.length > 0 && confirmed.every(Boolean) ? [{ groupId: id, roundId: roundIds.get(round)!, round }] : [],
    ),
  }
}

/**
 * Adds, removes and resizes groups.
 * @returns the changes for those who watch, the groups that are others now, by the number of their round, and the ids of all rounds by number
 */
async function applySettlement(
  tx: Db,
  event: EventRow,
  rounds: readonly store.RoundRow[],
  { added, removed, resized, byes }: BracketSettlement,
): Promise<{ changes: NewChange[]; ids: Map<number, string[]>; roundIds: Map<number, string> }> {
  await deleteGroups(
    tx,
    removed.map(({ id }) => id),
  )
  const left = rounds.map(round => ({ ...round, groups: round.groups.filter(({ id }) => !removed.some(group => group.id === id)) }))
  const roundIds = new Map(rounds.map(({ number, id }) => [number, id]))
  const ids = new Map<number, string[]>()
  const note = (round: number, id: string): unknown => ids.set(round, [...(ids.get(round) ?? []), id])
  for (const { id, round } of removed) note(round, id)
  for (const { group, games } of resized) {
    note(group.round, group.id)
    await resize(tx, event, left, group, games)
  }
  const seated = new Map<number, string[]>()
  const machines = await machinesOf(tx, event, left, added)
  for (const [i, { round, entrantIds, bracketGame }] of added.entries()) {
    const roundId = roundIds.get(round) ?? (await store.insertNextRound(tx, event.id, round))
    roundIds.set(round, roundId)
    const id = uuidv7()
    await insertMatchGroup(tx, roundId, await nextNumber(tx, roundId), { id, entrantIds, machineIds: machines[i]!, bracketGame })
    note(round, id)
    seated.set(round, [...(seated.get(round) ?? []), ...entrantIds])
  }
  for (const [number, id] of roundIds) {
    const stored = rounds.find(round => round.number === number)?.byes ?? []
    const own = byes.get(number) ?? []
    if (stored.length !== own.length || stored.some((player, i) => player !== own[i])) await store.setByes(tx, id, own)
  }
  const changes = [...seated].map(([number, entrantIds]) =>
    createEventChange(event.id, { kind: 'rounds', seats: { roundId: roundIds.get(number)!, entrantIds, opened: true } }),
  )
  if (changes.length === 0 && ids.size > 0) changes.push(createEventChange(event.id, { kind: 'rounds' }))
  return { changes, ids, roundIds }
}

/** Keeps how groups were before a correction, so that it can be undone. @returns the void's id; null: there is nothing to undo */
export async function keepReplaced(
  tx: Db,
  { replaced }: SettledBracket,
  { eventId, by, id = uuidv7(), fingerprint = '' }: { eventId: string; by: string; id?: string; fingerprint?: string },
): Promise<string | null> {
  if (replaced.length === 0) return null
  return (await insertVoid(tx, { id, eventId, by, fingerprint, arrangement: replaced })) ? id : null
}

const numberOf = (rounds: readonly store.RoundRow[], id: string): number =>
  rounds.flatMap(({ groups }) => groups).find(group => group.id === id)!.number

/** Reads all groups of the rounds as they are stored, by round. */
async function readParts(tx: Db, rounds: readonly store.RoundRow[]): Promise<Map<string, RoundPart>> {
  const parts = new Map<string, RoundPart>()
  for (const { id, groups } of rounds)
    parts.set(
      id,
      await readRoundPart(
        tx,
        id,
        groups.map(group => group.id),
      ),
    )
  return parts
}

/** Returns the groups that are other ones now, with the one whose result has changed, as they were and as they are. */
async function arrangements(
  tx: Db,
  {
    before,
    parts,
    roundIds,
    ids,
    groupId,
  }: {
    before: readonly store.RoundRow[]
    parts: ReadonlyMap<string, RoundPart>
    roundIds: ReadonlyMap<number, string>
    ids: ReadonlyMap<number, string[]>
    groupId: string
  },
): Promise<StoredArrangement[]> {
  const corrected = before.find(({ groups }) => groups.some(({ id }) => id === groupId))!
  const all = new Map(ids).set(corrected.number, [...(ids.get(corrected.number) ?? []), groupId])
  const stored: StoredArrangement[] = []
  for (const [number, changed] of [...all].sort(([a], [b]) => a - b)) {
    const roundId = roundIds.get(number)!
    const groupIds = [...new Set(changed)]
    const was = parts.get(roundId) ?? { byes: [], groups: [], games: [] }
    const part: RoundPart = {
      byes: was.byes,
      groups: was.groups.filter(({ id }) => groupIds.includes(id)),
      games: (was.games as { group_id: string }[]).filter(({ group_id }) => groupIds.includes(group_id)),
    }
    stored.push({ roundId, groupIds, before: part, after: await readRoundPart(tx, roundId, groupIds) })
  }
  return stored
}

async function nextNumber(tx: Db, roundId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('event_groups')
    .select(eb => eb.fn.max('number').as('last'))
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** Groups whose games get machines. */
type NewGames = Pick<BracketSettlement['added'][number], 'entrantIds' | 'games'>

/** Draws the machines of the games of groups. Where the players choose them, or all are out of order, the games have none yet. */
async function machinesOf(tx: Db, event: EventRow, rounds: readonly store.RoundRow[], groups: readonly NewGames[]): Promise<string[][]> {
  const without = groups.map(({ games }) => Array.from({ length: games }, () => WITHOUT_MACHINE))
  if (bracketRulesOf(event)?.chooses !== undefined) return without
  // Groups that play as often are drawn together, so that no two of them are put on one machine.
  for (const games of new Set(groups.map(group => group.games))) {
    const indices = groups.flatMap((group, i) => (group.games === games ? [i] : []))
    const players = indices.map(i => groups[i]!.entrantIds)
    const drawn = await drawNewMachines(tx, event, { rounds, groups: players, games, seed: uuidv7() })
    if (drawn !== null) for (const [at, i] of indices.entries()) without[i] = drawn[at]!
  }
  return without
}

async function resize(
  tx: Db,
  event: EventRow,
  rounds: readonly store.RoundRow[],
  { id, entrantIds, confirmed }: { id: string; entrantIds: readonly string[]; confirmed: readonly boolean[] },
  games: number,
): Promise<void> {
  const has = confirmed.length
  if (games < has) return deleteGames(tx, id, games + 1)
  const [machineIds] = await machinesOf(tx, event, rounds, [{ entrantIds: [...entrantIds], games: games - has }])
  await insertGames(tx, id, has + 1, machineIds!)
}
