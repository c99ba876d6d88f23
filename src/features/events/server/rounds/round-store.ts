import { sql } from 'kysely'
import type { EnteredOrder, PlayerResultEntry, ResultAuthor, TypedScores } from '#events/rules/result-agreement.ts'
import type { MatchGroup, Round } from '#events/rules/rounds.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { insertMatchGroup, type NewMatchGroup } from './match-group-store.ts'

/** A group of a round, which plays one game or several. */
export interface MatchGroupRow {
  id: string
  /** 1 for the first of its round */
  number: number
  /** which game of a bracket it plays; null: there is no bracket */
  bracketGame: string | null
  entrantIds: string[]
  /** in their order, the first one first */
  games: GameRow[]
}

/** One game of a group. */
export interface GameRow {
  /** empty: the game has none, or none yet */
  machineId: string
  /** first place first */
  result: string[] | null
  /** the places of `result`; null: nobody is tied */
  places: number[] | null
  /** the scores that were typed with `result`; null: none was */
  scores: TypedScores | null
  /** when the scores of the result that counts were entered (ms); null: it has none */
  scoredAt: number | null
  confirmed: boolean
  /** what players of the group have entered, the newest last; empty once the result is confirmed */
  entries: PlayerResultEntry[]
  /** who entered the result that counts; null: nobody yet, or it is not known */
  enteredBy: ResultAuthor | null
  /** what the result that counts replaced; null: nothing, or only what the same person had entered */
  replaced: ReplacedResult | null
}

/** A result that somebody else's entry replaced. */
export interface ReplacedResult extends EnteredOrder {
  /** the player of the group who had entered it, if it did not count yet */
  entrantId?: string
  /** who had entered it, if it counted; null: not known */
  enteredBy?: ResultAuthor | null
}

/** Who waits for a game. */
export interface WaitingPlayers {
  /** who has waited longest comes first */
  entrantIds: string[]
  /** how long games take (ms); null: none has ended */
  gameMs: number | null
  /** when the first games began (ms) */
  begunAt: number
  /** from when on no game begins any more (ms); null: as long as the event runs */
  until: number | null
}

export interface RoundRow {
  id: string
  /** 1 for the first */
  number: number
  /** ms */
  drawnAt: number
  /** what the draw is reproduced from */
  seed: string
  byes: string[]
  /** in the first round of a bracket: who plays in it, the best seed first, and an empty text where nobody does; null in all others */
  field: string[] | null
  /** in the first round of a bracket: who of them has left; null: nobody */
  gone: string[] | null
  /** in the first round of an event whose games begin one by one: who waits for one; null in all others */
  waiting: WaitingPlayers | null
  /** true: only those who direct the event see it */
  held: boolean
  /** when it begins (ms); null: at once */
  startsAt: number | null
  /** how many games have no confirmed result */
  open: number
  groups: MatchGroupRow[]
}

const GAME = sql<GameRow>`coalesce(p.machine_id, '') AS "machineId", p.result, p.places, p.scores, p.scored_at AS "scoredAt", p.confirmed, p.entries, p.entered_by AS "enteredBy", p.replaced`

const GROUP = sql<MatchGroupRow>`g.id, g.number, g.bracket_game AS "bracketGame", g.entrant_ids AS "entrantIds",
  (SELECT jsonb_agg(to_jsonb(q) - 'game' ORDER BY q.game) FROM (SELECT p.game, ${GAME} FROM event_games p WHERE p.group_id = g.id) q) AS games`

export interface RoundFilter {
  /** true: only rounds that are held back; false: only the others; left out: all */
  held?: boolean
  /**
   * the number of the only round whose groups are read; `latest`: the last of those that are not held back, but all of a bracket, and where
   * games begin one by one also those with open games; null or left out: the groups of all
   */
  withGroups?: number | 'latest' | null
}

/** Lists the rounds in order. */
export async function listRounds(db: Db, eventId: string, { held, withGroups = null }: RoundFilter = {}): Promise<RoundRow[]> {
  const last = sql<number | null>`(SELECT max(l.number) FROM event_rounds l WHERE l.event_id = ${eventId} AND NOT l.held)`
  const hasOpenGames = sql<boolean>`EXISTS (SELECT 1 FROM event_groups n JOIN event_games p ON p.group_id = n.id WHERE n.round_id = r.id AND NOT p.confirmed)`
  const isAsked = held === undefined ? sql<boolean>`true` : sql<boolean>`r.held = ${held}`
  const hasGroups =
    withGroups === null
      ? sql<boolean>`true`
      : withGroups === 'latest'
        ? sql<boolean>`(r.number = ${last} OR EXISTS (
            SELECT 1 FROM event_rounds f WHERE f.event_id = ${eventId} AND (f.field IS NOT NULL OR f.waiting IS NOT NULL AND ${hasOpenGames})
          ))`
        : sql<boolean>`r.number = ${withGroups}`
  const { rows } = await sql<RoundRow>`
    SELECT r.id, r.number, ${epochMs('r.drawn_at')} AS "drawnAt", r.seed, r.byes, r.field, r.gone, r.waiting, r.held, ${epochMs('r.starts_at')} AS "startsAt",
      (SELECT count(*) FROM event_groups n JOIN event_games p ON p.group_id = n.id WHERE n.round_id = r.id AND NOT p.confirmed) AS open,
      coalesce(
        (SELECT jsonb_agg(to_jsonb(o) ORDER BY o.number) FROM (SELECT ${GROUP} FROM event_groups g WHERE g.round_id = r.id AND ${hasGroups}) o), '[]'
      ) AS groups
    FROM event_rounds r WHERE r.event_id = ${eventId} AND ${isAsked} ORDER BY r.number
  `.execute(db)
  return rows
}

/** True if all games of a group count. */
export const isConfirmed = ({ games }: Pick<MatchGroupRow, 'games'>): boolean => games.every(({ confirmed }) => confirmed)

const converted = new WeakMap<MatchGroupRow, MatchGroup[]>()

/** Converts a group for the rules, once, so the row must not be modified: the result of a game counts only if it is confirmed. */
export function toMatchGroups(group: MatchGroupRow): MatchGroup[] {
  const { bracketGame, entrantIds, games } = group
  const known = converted.get(group)
  if (known !== undefined) return known
  const matchGroups = games.map(({ machineId, result, places, scores, confirmed }, i) => ({
    ...(i === 0 ? {} : { game: i + 1 }),
    machineId,
    entrantIds,
    // A node of an earlier version writes changes without it.
    ...(bracketGame ? { bracketGame } : {}),
    ...(confirmed ? { order: result!, ...(places === null ? {} : { places }), ...(scores ? { scores } : {}) } : {}),
  }))
  converted.set(group, matchGroups)
  return matchGroups
}

export function toRound({ byes, field, gone, groups }: Pick<RoundRow, 'byes' | 'field' | 'gone' | 'groups'>): Round {
  const gamesPerGroup = Math.max(1, ...groups.map(({ games }) => games.length))
  return {
    byes,
    groups: groups.flatMap(toMatchGroups),
    ...(gamesPerGroup === 1 ? {} : { gamesPerGroup }),
    ...(field ? { field: toField(field) } : {}),
    ...(gone ? { gone } : {}),
  }
}

/** A round as it is drawn: `machineIds` holds the machine of each game. */
export interface NewRound extends Pick<RoundRow, 'id' | 'number' | 'seed' | 'byes' | 'held' | 'startsAt'> {
  field?: (string | null)[]
  waiting?: WaitingPlayers
  groups: NewMatchGroup[]
}

/** Returns who plays in a bracket; null: nobody. */
export const toField = (stored: readonly string[]): (string | null)[] => stored.map(id => id || null)

const toStored = (field: readonly (string | null)[]): string[] => field.map(id => id ?? '')

export async function insertRound(
  tx: Db,
  eventId: string,
  { id, number, seed, byes, field, waiting, held, startsAt, groups }: NewRound,
): Promise<void> {
  await tx
    .insertInto('event_rounds')
    .values({
      id,
      event_id: eventId,
      number,
      seed,
      byes,
      field: field === undefined ? null : toStored(field),
      waiting: waiting === undefined ? null : JSON.stringify(waiting),
      held,
      starts_at: startsAt === null ? null : new Date(startsAt),
    })
    .execute()
  for (const [i, group] of groups.entries()) await insertMatchGroup(tx, id, i + 1, group)
}

export async function setByes(tx: Db, roundId: string, byes: string[]): Promise<void> {
  await tx.updateTable('event_rounds').set({ byes }).where('id', '=', roundId).execute()
}

export async function setField(tx: Db, roundId: string, field: readonly (string | null)[]): Promise<void> {
  await tx
    .updateTable('event_rounds')
    .set({ field: toStored(field) })
    .where('id', '=', roundId)
    .execute()
}

/** Sets who of a bracket's players has left. */
export async function setGone(tx: Db, roundId: string, gone: readonly string[]): Promise<void> {
  await tx
    .updateTable('event_rounds')
    .set({ gone: gone.length === 0 ? null : [...gone] })
    .where('id', '=', roundId)
    .execute()
}

export async function setWaiting(tx: Db, roundId: string, waiting: WaitingPlayers): Promise<void> {
  await tx
    .updateTable('event_rounds')
    .set({ waiting: JSON.stringify(waiting) })
    .where('id', '=', roundId)
    .execute()
}

/** Begins a round that nobody draws; its number is its seed. @returns its id */
export async function insertNextRound(tx: Db, eventId: string, number: number): Promise<string> {
  const id = uuidv7()
  await insertRound(tx, eventId, { id, number, seed: String(number), byes: [], held: false, startsAt: null, groups: [] })
  return id
}

/** Finds a round of any event by its id. */
export async function findRound(db: Db, id: string): Promise<{ eventId: string; number: number } | null> {
  const round = await db.selectFrom('event_rounds').select(['event_id as eventId', 'number']).where('id', '=', id).executeTakeFirst()
  return round ?? null
}

/** Returns how many rounds are drawn and not held back. */
export async function countShownRounds(db: Db, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('event_rounds')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('held', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns false if the round was not held back */
export const showRound = (tx: Db, id: string): Promise<boolean> =>
  returnsRow(tx.updateTable('event_rounds').set({ held: false }).where('id', '=', id).where('held', '=', true).returning('id'))

export async function deleteRound(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('event_rounds').where('id', '=', id).execute()
}

/** True if all games of a group count. */
export const isComplete = ({ games }: Pick<MatchGroupRow, 'games'>): boolean =>
  games.length > 0 && games.every(({ confirmed }) => confirmed)

/** A group of which all games count, or counted. @property round 1 for the first */
export interface ChangedResult {
  groupId: string
  roundId: string
  round: number
}

/** Lists those of the groups of which all games count. */
export async function listCompleteGroups(db: Db, groupIds: readonly string[]): Promise<ChangedResult[]> {
  const { rows } = await sql<ChangedResult>`
    SELECT g.id AS "groupId", r.id AS "roundId", r.number AS round FROM event_groups g JOIN event_rounds r ON r.id = g.round_id
    WHERE g.id = ${anyOf(groupIds)} AND (SELECT bool_and(p.confirmed) FROM event_games p WHERE p.group_id = g.id) ORDER BY r.number, g.number
  `.execute(db)
  return rows
}

/** A group, and the round that it is in. `round`: 1 for the first */
export interface GroupOfRound extends MatchGroupRow {
  round: number
  roundId: string
  /** true: the round is held back */
  held: boolean
}

/** Returns a group with its games, and locks the games' rows. */
export async function lockMatchGroup(tx: Db, eventId: string, id: string): Promise<GroupOfRound | null> {
  const { rows } = await sql<GameRow & Omit<GroupOfRound, 'games'>>`
    SELECT g.id, g.number, g.bracket_game AS "bracketGame", g.entrant_ids AS "entrantIds", r.number AS round, r.id AS "roundId", r.held, ${GAME}
    FROM event_games p JOIN event_groups g ON g.id = p.group_id JOIN event_rounds r ON r.id = g.round_id
    WHERE r.event_id = ${eventId} AND g.id = ${id} ORDER BY p.game FOR NO KEY UPDATE OF p
  `.execute(tx)
  const [group] = rows
  if (group === undefined) return null
  const { number, bracketGame, entrantIds, round, roundId, held } = group
  const games = rows.map(({ machineId, result, places, scores, scoredAt, confirmed, entries, enteredBy, replaced }) => ({
    ...{ machineId, result, places, scores, scoredAt },
    ...{ confirmed, entries, enteredBy, replaced },
  }))
  return { id, number, bracketGame, entrantIds, round, roundId, held, games }
}

/** The result of a game, which counts once it is confirmed. */
export type MatchResult = Omit<GameRow, 'machineId'>

/** Names a game. */
export interface GameKey {
  groupId: string
  /** 1 for the first of its group */
  game: number
}

export async function setResult(
  tx: Db,
  { groupId, game }: GameKey,
  { result, places, scores, scoredAt, confirmed, entries, enteredBy, replaced }: MatchResult,
): Promise<void> {
  await tx
    .updateTable('event_games')
    .set({
      ...{ result, places, confirmed },
      scores: scores && JSON.stringify(scores),
      scored_at: scoredAt,
      entries: JSON.stringify(entries),
      entered_by: enteredBy && JSON.stringify(enteredBy),
      replaced: replaced && JSON.stringify(replaced),
    })
    .where('group_id', '=', groupId)
    .where('game', '=', game)
    .execute()
}

export async function setGameMachine(tx: Db, { groupId, game }: GameKey, machineId: string): Promise<void> {
  await tx
    .updateTable('event_games')
    .set({ machine_id: machineId || null })
    .where('group_id', '=', groupId)
    .where('game', '=', game)
    .execute()
}
