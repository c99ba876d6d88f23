import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { isListedEvent, isPublicEvent } from '../store.ts'

/** An event as other programs are told of it. Times are in ms. */
export interface ToldEvent {
  id: string
  name: string
  groupId: string | null
  /** true: everybody may see it */
  isPublic: boolean
  /** true: the lists for everybody show it */
  isListed: boolean
  startsAt: number
  /** the real end; null: nobody has ended it yet */
  finishesAt: number | null
  cancelled: boolean
  venueId: string | null
  machineIds: string[]
}

/** Somebody in an event. @property entrantId the entry in the event @property userId null: a guest */
export interface ToldPlayer {
  entrantId: string
  name: string
  userId: string | null
  username: string | null
}

export interface ToldMachine {
  id: string
  name: string
}

/** A round as it was drawn. @property groups in their order, each with the machines of its games and its players in their order of play */
export interface ToldRound {
  id: string
  eventId: string
  /** 1 for the first */
  number: number
  groups: { machines: ToldMachine[]; players: ToldPlayer[] }[]
  byes: ToldPlayer[]
}

/** What a group of a round has played. @property games all of them count */
export interface ToldResult {
  groupId: string
  eventId: string
  roundId: string
  round: number
  games: {
    machine: ToldMachine | null
    /** best first */
    places: (ToldPlayer & { place: number; score: number | null })[]
  }[]
}

const EVENT = sql<ToldEvent>`
  e.id, e.name, e.group_id AS "groupId", ${isPublicEvent} AS "isPublic", ${isListedEvent} AS "isListed", ${epochMs('e.starts_at')} AS "startsAt",
  ${epochMs('e.finishes_at')} AS "finishesAt", e.cancelled_at IS NOT NULL AS cancelled, e.venue_id AS "venueId",
  ARRAY(SELECT m.machine_id FROM event_machines m WHERE m.event_id = e.id ORDER BY m.ord) AS "machineIds"`

export async function findToldEvents(db: Db, ids: readonly string[]): Promise<ToldEvent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ToldEvent>`SELECT ${EVENT} FROM events e WHERE e.id = ${anyOf(ids)}`.execute(db)
  return rows
}

/** Lists the events that have begun, or have ended, after `from` and until `to`, the earliest first. */
export async function listStartedOrFinished(db: Db, what: 'started' | 'finished', from: Date, to: Date): Promise<ToldEvent[]> {
  const at = sql.ref<Date>(what === 'started' ? 'e.starts_at' : 'e.finishes_at')
  const { rows } = await sql<ToldEvent>`
    SELECT ${EVENT} FROM events e WHERE ${at} > ${from} AND ${at} <= ${to} AND e.cancelled_at IS NULL ORDER BY ${at}, e.id
  `.execute(db)
  return rows
}

const PLAYER = sql<ToldPlayer>`jsonb_build_object('entrantId', n.id, 'name', coalesce(n.guest_name, u.display_name), 'userId', n.user_id, 'username', nullif(u.username, ''))`
const FROM_PLAYERS = sql<never>`event_entrants n LEFT JOIN player_cards u ON u.id = n.user_id`

/** SQL: the players of a list of entrants, in its order, as JSON. */
const players = (ids: 'r.byes' | 'g.entrant_ids'): RawBuilder<ToldPlayer[]> =>
  sql<ToldPlayer[]>`(SELECT coalesce(jsonb_agg(${PLAYER} ORDER BY x.place), '[]')
    FROM unnest(${sql.ref(ids)}) WITH ORDINALITY AS x (id, place) JOIN ${FROM_PLAYERS} ON n.id = x.id)`

/** @returns null: the entry is no more */
export async function findToldEntrant(db: Db, entrantId: string): Promise<ToldPlayer | null> {
  const { rows } = await sql<{ player: ToldPlayer }>`SELECT ${PLAYER} AS player FROM ${FROM_PLAYERS} WHERE n.id = ${entrantId}`.execute(db)
  return rows[0]?.player ?? null
}

/** @returns null: there is no such round, or it is held back */
export async function findToldRound(db: Db, roundId: string): Promise<ToldRound | null> {
  const { rows } = await sql<ToldRound>`
    SELECT r.id, r.event_id AS "eventId", r.number, ${players('r.byes')} AS byes,
      coalesce((SELECT jsonb_agg(jsonb_build_object('players', ${players('g.entrant_ids')}, 'machines', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) ORDER BY p.game), '[]')
        FROM event_games p JOIN machine_cards c ON c.id = p.machine_id WHERE p.group_id = g.id)) ORDER BY g.number)
        FROM event_groups g WHERE g.round_id = r.id), '[]') AS groups
    FROM event_rounds r WHERE r.id = ${roundId} AND NOT r.held
  `.execute(db)
  return rows[0] ?? null
}

/** @returns null: the group is no more, its round is held back, or a game of it does not count yet */
export async function findToldResult(db: Db, groupId: string): Promise<ToldResult | null> {
  const { rows } = await sql<ToldResult>`
    SELECT g.id AS "groupId", r.event_id AS "eventId", r.id AS "roundId", r.number AS round, (
      SELECT jsonb_agg(jsonb_build_object(
        'machine', (SELECT jsonb_build_object('id', c.id, 'name', c.name) FROM machine_cards c WHERE c.id = p.machine_id),
        'places', (
          SELECT coalesce(jsonb_agg(${PLAYER} || jsonb_build_object('place', coalesce(p.places[x.place::integer], x.place), 'score', p.scores -> (x.place::integer - 1))
            ORDER BY x.place), '[]')
          FROM unnest(p.result) WITH ORDINALITY AS x (id, place) JOIN ${FROM_PLAYERS} ON n.id = x.id)
      ) ORDER BY p.game) FROM event_games p WHERE p.group_id = g.id) AS games
    FROM event_groups g JOIN event_rounds r ON r.id = g.round_id
    WHERE g.id = ${groupId} AND NOT r.held AND EXISTS (SELECT 1 FROM event_games p WHERE p.group_id = g.id)
      AND NOT EXISTS (SELECT 1 FROM event_games p WHERE p.group_id = g.id AND NOT p.confirmed)
  `.execute(db)
  return rows[0] ?? null
}
