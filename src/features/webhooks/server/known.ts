import { sql } from 'kysely'
import { findToldEvents, type ToldEvent, type ToldPlayer } from '#events/server/shared/told-events.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { Happening, Placed, Shown } from '../rules/wanted.ts'

/** A happening with what a message says of it. */
export interface Told extends Happening {
  /** the number of the change in the log; null: the clock has made it happen */
  n: number | null
  /** ms */
  at: number
  /** the same for the same happening, also if it is found twice */
  source: string
  /** the id of the machine of a score, else of the event: what is told of one is told in its order */
  lane: string
  /** what it is about, in a few words */
  subject: string
  /** the ids of the users whom the message names */
  userIds: string[]
  /** Returns what the message says. @param shown what it may name of event and venue */
  data(shown: Shown): { [member: string]: unknown }
}

/** A venue as messages name it. */
interface ToldVenue extends Placed {
  slug: string
  name: string
}

/** A player with an account, as messages name them. */
interface KnownPlayer {
  id: string
  username: string
  name: string
}

/** What a batch of changes is about, by id, as it is now. */
export interface Known {
  events: ReadonlyMap<string, ToldEvent>
  venues: ReadonlyMap<string, ToldVenue>
  /** by the user's id */
  groups: ReadonlyMap<string, { id: string; isPublic: boolean }[]>
  players: ReadonlyMap<string, KnownPlayer>
  /** names of machines */
  machines: ReadonlyMap<string, string>
  /** the ids of scores that a void takes out of their event */
  voidScores: ReadonlySet<string>
  /** public address of the site */
  site: string
}

/** The ids of what a batch of changes is about. */
interface KnownIds {
  eventIds?: readonly string[]
  venueIds?: readonly string[]
  userIds?: readonly string[]
  machineIds?: readonly string[]
  scoreIds?: readonly string[]
}

export async function readKnown(
  tx: Db,
  site: string,
  { eventIds = [], venueIds = [], userIds = [], machineIds = [], scoreIds = [] }: KnownIds,
): Promise<Known> {
  const events = await findToldEvents(tx, [...new Set(eventIds)])
  const allVenues = [...new Set([...venueIds, ...events.flatMap(({ venueId }) => venueId ?? [])])]
  const venues = allVenues.length === 0 ? [] : await listVenues(tx, allVenues)
  const groups = new Map<string, { id: string; isPublic: boolean }[]>()
  for (const { userId, ...group } of userIds.length === 0 ? [] : await listMemberships(tx, [...new Set(userIds)]))
    groups.set(userId, [...(groups.get(userId) ?? []), group])
  const players = userIds.length === 0 ? [] : await listPlayers(tx, [...new Set(userIds)])
  const machines = machineIds.length === 0 ? [] : await listMachineNames(tx, machineIds)
  return {
    events: new Map(events.map(event => [event.id, event])),
    venues: new Map(venues.map(venue => [venue.id, venue])),
    players: new Map(players.map(player => [player.id, player])),
    machines: new Map(machines.map(({ id, name }) => [id, name])),
    voidScores: new Set(scoreIds.length === 0 ? [] : await listVoidScores(tx, scoreIds)),
    groups,
    site,
  }
}

/** When a row of the log was written (ms). */
export const atOf = ({ at }: ChangeLogEntry): number => Math.floor(Number(at) * 1000)

export const userIdsOf = (players: readonly ToldPlayer[]): string[] => [...new Set(players.flatMap(({ userId }) => userId ?? []))]

export const playerUrl = (site: string, username: string): string => `${site}/players/${encodeURIComponent(username)}`

export const machineUrl = (site: string, machineId: string): string => `${site}/machines/${machineId}`

export const playerData = ({ entrantId, name, userId, username }: ToldPlayer, site: string) => ({
  entrantId,
  name,
  ...(userId === null ? {} : { id: userId }),
  ...(username === null ? {} : { username, url: playerUrl(site, username) }),
})

export const eventData = ({ id, name, startsAt, finishesAt }: ToldEvent, site: string) => ({
  id,
  name,
  startsAt: new Date(startsAt).toISOString(),
  ...(finishesAt === null ? {} : { finishesAt: new Date(finishesAt).toISOString() }),
  url: `${site}/events/${id}`,
})

export const venueData = ({ id, name, slug }: ToldVenue, site: string) => ({ id, name, url: `${site}/venues/${encodeURIComponent(slug)}` })

async function listVenues(tx: Db, ids: readonly string[]): Promise<ToldVenue[]> {
  const { rows } = await sql<ToldVenue>`
    SELECT id, slug, name, group_id AS "groupId", is_public AS "isPublic" FROM venue_cards WHERE id = ${anyOf(ids)}
  `.execute(tx)
  return rows
}

async function listPlayers(tx: Db, ids: readonly string[]): Promise<KnownPlayer[]> {
  const { rows } = await sql<KnownPlayer>`
    SELECT id, username, display_name AS name FROM player_cards WHERE id = ${anyOf(ids)} AND deleted_at IS NULL AND username <> ''
  `.execute(tx)
  return rows
}

async function listMemberships(tx: Db, userIds: readonly string[]): Promise<{ userId: string; id: string; isPublic: boolean }[]> {
  const { rows } = await sql<{ userId: string; id: string; isPublic: boolean }>`
    SELECT m.user_id AS "userId", g.id, g.visibility = 'public' AS "isPublic"
    FROM group_memberships m JOIN group_cards g ON g.id = m.group_id WHERE m.user_id = ${anyOf(userIds)}
  `.execute(tx)
  return rows
}

async function listMachineNames(tx: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM machine_cards WHERE id = ${anyOf(ids)}`.execute(tx)
  return rows
}

async function listVoidScores(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ scoreId: string }>`
    SELECT score_id AS "scoreId" FROM event_score_voids WHERE score_id = ${anyOf(ids)} AND undone_at IS NULL
  `.execute(tx)
  return rows.map(({ scoreId }) => scoreId)
}
