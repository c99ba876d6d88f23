import { sql } from 'kysely'
import { eventChanged } from '#events/server/changes.ts'
import {
  findToldEvents,
  findToldResult,
  findToldRound,
  listStartedOrFinished,
  type ToldEvent,
  type ToldPlayer,
} from '#events/server/shared/told-events.ts'
import { anyOf } from '#platform/db/any-of.ts'
import { toEntries } from '#platform/db/change-log/define-change.ts'
import type { ChangeLogEntry, ChangeLogRow } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { type ScoreChange, type ScoresSubmitted, scoreChanged, scoresSubmitted } from '#scores/server/changes.ts'
import type { EventType } from '../rules/event-types.ts'
import type { Happening, Placed, Shown } from '../rules/wanted.ts'

/** A happening with what a message says of it. */
export interface Told extends Happening {
  /** the number of the change in the log; null: the clock has made it happen */
  n: number | null
  /** ms */
  at: number
  /** the same for the same happening, also if it is found twice */
  source: string
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
interface Known {
  events: ReadonlyMap<string, ToldEvent>
  venues: ReadonlyMap<string, ToldVenue>
  /** by the user's id */
  groups: ReadonlyMap<string, { id: string; isPublic: boolean }[]>
  players: ReadonlyMap<string, KnownPlayer>
  /** public address of the site */
  site: string
}

const GROUPED_KIND = scoresSubmitted.kind
/** The kinds of rows of the change log that something is told of. */
export const FOLLOWED_KINDS: readonly string[] = [scoreChanged.kind, GROUPED_KIND, eventChanged.kind]

/** Reads rows of the change log as the changes that they hold. */
export const toChanges = (row: ChangeLogRow): ChangeLogEntry[] =>
  row.kind === GROUPED_KIND ? toEntries(scoresSubmitted, { ...row, body: row.body as unknown as ScoresSubmitted }) : [row]

const isChange = <Body>(entry: ChangeLogEntry, { kind }: { kind: string }): entry is ChangeLogEntry & { body: Body } => entry.kind === kind

/** A score that counts: one that is under review was seen by nobody yet. */
const isSeen = ({ score }: ScoreChange): boolean => !score.underReview && score.status !== 'rejected'
/** A score that was held back at first is new when it is released, by players or by a moderator. */
const isNew = (change: ScoreChange): boolean =>
  isSeen(change) && (change.op === 'submitted' || (['confirmed', 'moderated'].includes(change.op) && change.score.oddness > 0))
/** What a moderator has decided, unlike a player's dispute. A score that was rejected before anybody could see it is nothing to tell of. */
const isRuling = ({ op, score, by }: ScoreChange): boolean =>
  op === 'moderated' && by !== undefined && !score.underReview && (score.status !== 'rejected' || score.oddness === 0)

/** Finds what changes of the log tell, in their order. @param withRecords false: nobody wants to know of records, which cost a statement each */
export async function findHappenings(tx: Db, changes: readonly ChangeLogEntry[], site: string, withRecords: boolean): Promise<Told[]> {
  const scores = changes.flatMap(entry => (isChange<ScoreChange>(entry, scoreChanged) ? [entry] : []))
  const followed = scores.filter(({ body }) => isNew(body) || isRuling(body)).map(({ body }) => body.score)
  const rounds = changes.flatMap(entry => (entry.kind === eventChanged.kind ? [{ n: entry.n, ...eventChanged.bodyOf(entry) }] : []))
  const known = await readKnown(tx, site, {
    eventIds: [...followed.flatMap(({ eventId }) => eventId ?? []), ...rounds.map(({ eventId }) => eventId)],
    venueIds: followed.flatMap(({ venueId }) => venueId ?? []),
    userIds: followed.map(({ userId }) => userId),
  })
  const told: Told[] = []
  for (const entry of changes) {
    if (isChange<ScoreChange>(entry, scoreChanged)) told.push(...(await findOfScore(tx, entry, known, withRecords)))
    else if (entry.kind === eventChanged.kind) told.push(...(await findOfEvent(tx, entry, known)))
  }
  return told
}

async function findOfScore(
  tx: Db,
  { n, body }: ChangeLogEntry & { body: ScoreChange },
  known: Known,
  withRecords: boolean,
): Promise<Told[]> {
  const { score } = body
  const told: Told[] = []
  // The change has the name of the player too, whose account may have been deleted since.
  const player = known.players.get(score.userId)
  if (player === undefined) return told
  const event = score.eventId === null ? undefined : known.events.get(score.eventId)
  const venue = score.venueId === null ? undefined : known.venues.get(score.venueId)
  const create = (type: EventType, source: string, more: object = {}): Told => ({
    type,
    n,
    source,
    at: score.createdAt,
    subject: `${player.name} · ${score.machineName}`,
    userIds: [score.userId],
    machineIds: [score.machineId],
    event: event === undefined ? null : event,
    venue: venue ?? null,
    playerGroups: known.groups.get(score.userId) ?? [],
    data: shown => ({
      score: {
        id: score.id,
        value: score.value,
        ...(score.strokes === null ? {} : { strokes: score.strokes }),
        achievedAt: new Date(score.achievedAt).toISOString(),
        status: score.status,
        url: `${known.site}/scores/${score.id}`,
        ...more,
      },
      machine: { id: score.machineId, name: score.machineName, url: `${known.site}/machines/${score.machineId}` },
      player: { ...player, url: playerUrl(known.site, player.username) },
      ...(shown.event ? { event: eventData(event!, known.site) } : {}),
      ...(shown.venue ? { venue: venueData(venue!, known.site) } : {}),
    }),
  })
  if (isNew(body)) {
    told.push(create('score.submitted', `score:${score.id}`))
    if (withRecords && (await isRecord(tx, score))) told.push(create('score.record', `record:${score.id}`))
  }
  if (isRuling(body)) told.push(create('score.moderated', `moderated:${score.id}:${score.version}`))
  return told
}

/** Bests that are looked at: more than these above a score, and it is no record. */
const MAX_ABOVE = 100

/** True if no score of the machine that was received before is as high. */
async function isRecord(tx: Db, { id, machineId, value, receipt }: ScoreChange['score']): Promise<boolean> {
  if (value <= 0) return false
  // A score as high belongs to a player whose best is as high, so only the scores of these are looked at.
  const { rows } = await sql<{ isRecord: boolean }>`
    WITH above AS (SELECT user_id FROM best_scores WHERE machine_id = ${machineId} AND value >= ${value} ORDER BY value DESC LIMIT ${MAX_ABOVE})
    SELECT (SELECT count(*) FROM above) < ${MAX_ABOVE} AND NOT EXISTS (
      SELECT c.id FROM score_cards c JOIN above a ON a.user_id = c.user_id
      WHERE c.machine_id = ${machineId} AND c.value >= ${value} AND c.receipt < ${receipt} AND c.status <> 'rejected' AND c.id <> ${id}) AS "isRecord"
  `.execute(tx)
  return rows[0]!.isRecord
}

async function findOfEvent(tx: Db, entry: ChangeLogEntry, known: Known): Promise<Told[]> {
  const { eventId, change } = eventChanged.bodyOf(entry)
  const event = known.events.get(eventId)
  if (event === undefined || change?.kind !== 'rounds') return []
  const { n } = entry
  // Where only some players have other places, the round was told already.
  if (change.seats !== undefined && change.seats.entrantIds === undefined) {
    const round = await findToldRound(tx, change.seats.roundId)
    if (round === null) return []
    const { id, number, groups, byes } = round
    return [
      {
        ...ofEvent('round.drawn', event, known),
        n,
        at: atOf(entry),
        source: `round:${id}`,
        userIds: userIdsOf([...groups.flatMap(({ players }) => players), ...byes]),
        machineIds: [...new Set(groups.flatMap(({ machines }) => machines.map(each => each.id)))],
        data: shown => ({
          event: eventData(event, known.site),
          ...venueOf(event, known, shown),
          round: { id, number, url: `${known.site}/events/${eventId}?round=${number}` },
          groups: groups.map(({ machines, players }) => ({
            machines: machines.map(machine => ({ ...machine, url: `${known.site}/machines/${machine.id}` })),
            players: players.map(player => playerData(player, known.site)),
          })),
          byes: byes.map(player => playerData(player, known.site)),
        }),
      },
    ]
  }
  if (change.played === undefined) return []
  const result = await findToldResult(tx, change.played.group.id)
  if (result === null) return []
  const { groupId, roundId, round, games } = result
  return [
    {
      ...ofEvent('result.confirmed', event, known),
      n,
      at: atOf(entry),
      // A result that is corrected is told again, and one that is entered twice once.
      source: `result:${groupId}:${fingerprintValues(games)}`,
      userIds: userIdsOf(games.flatMap(({ places }) => places)),
      machineIds: [...new Set(games.flatMap(({ machine }) => machine?.id ?? []))],
      data: shown => ({
        event: eventData(event, known.site),
        ...venueOf(event, known, shown),
        round: { id: roundId, number: round, url: `${known.site}/events/${eventId}?round=${round}` },
        groupId,
        games: games.map(({ machine, places }) => ({
          machine: machine === null ? null : { ...machine, url: `${known.site}/machines/${machine.id}` },
          places: places.map(({ place, score, ...player }) => ({
            place,
            player: playerData(player, known.site),
            ...(score === null ? {} : { score }),
          })),
        })),
      }),
    },
  ]
}

/** Finds the events that the clock, or their director, has started or ended after `from` and until `to`. */
export async function findByClock(tx: Db, from: Date, to: Date, site: string): Promise<Told[]> {
  const started = await listStartedOrFinished(tx, 'started', from, to)
  const finished = await listStartedOrFinished(tx, 'finished', from, to)
  const known = await readKnown(tx, site, {
    eventIds: [],
    venueIds: [...started, ...finished].flatMap(({ venueId }) => venueId ?? []),
    userIds: [],
  })
  const tell = (type: 'event.started' | 'event.finished', event: ToldEvent, at: number): Told => ({
    ...ofEvent(type, event, known),
    n: null,
    at,
    source: `${type}:${event.id}:${at}`,
    userIds: [],
    machineIds: event.machineIds,
    data: shown => ({ event: eventData(event, site), ...venueOf(event, known, shown) }),
  })
  return [
    ...started.map(event => tell('event.started', event, event.startsAt)),
    ...finished.map(event => tell('event.finished', event, event.finishesAt!)),
  ].sort((a, b) => a.at - b.at)
}

const ofEvent = (
  type: EventType,
  event: ToldEvent,
  { venues }: Known,
): Pick<Told, 'type' | 'subject' | 'event' | 'venue' | 'playerGroups'> => ({
  type,
  subject: event.name,
  event,
  venue: event.venueId === null ? null : (venues.get(event.venueId) ?? null),
  playerGroups: [],
})

/** When a row of the log was written (ms). */
const atOf = ({ at }: ChangeLogEntry): number => Math.floor(Number(at) * 1000)

const userIdsOf = (players: readonly ToldPlayer[]): string[] => [...new Set(players.flatMap(({ userId }) => userId ?? []))]

const playerUrl = (site: string, username: string): string => `${site}/players/${encodeURIComponent(username)}`

const playerData = ({ name, userId, username }: ToldPlayer, site: string) => ({
  name,
  ...(userId === null ? {} : { id: userId }),
  ...(username === null ? {} : { username, url: playerUrl(site, username) }),
})

const eventData = ({ id, name, startsAt, finishesAt }: ToldEvent, site: string) => ({
  id,
  name,
  startsAt: new Date(startsAt).toISOString(),
  ...(finishesAt === null ? {} : { finishesAt: new Date(finishesAt).toISOString() }),
  url: `${site}/events/${id}`,
})

const venueData = ({ id, name, slug }: ToldVenue, site: string) => ({ id, name, url: `${site}/venues/${encodeURIComponent(slug)}` })

const venueOf = ({ venueId }: ToldEvent, { venues, site }: Known, shown: Shown): object =>
  shown.venue ? { venue: venueData(venues.get(venueId!)!, site) } : {}

async function readKnown(
  tx: Db,
  site: string,
  { eventIds, venueIds, userIds }: { eventIds: readonly string[]; venueIds: readonly string[]; userIds: readonly string[] },
): Promise<Known> {
  const events = await findToldEvents(tx, [...new Set(eventIds)])
  const allVenues = [...new Set([...venueIds, ...events.flatMap(({ venueId }) => venueId ?? [])])]
  const venues = allVenues.length === 0 ? [] : await listVenues(tx, allVenues)
  const groups = new Map<string, { id: string; isPublic: boolean }[]>()
  for (const { userId, ...group } of userIds.length === 0 ? [] : await listMemberships(tx, [...new Set(userIds)]))
    groups.set(userId, [...(groups.get(userId) ?? []), group])
  const players = userIds.length === 0 ? [] : await listPlayers(tx, [...new Set(userIds)])
  return {
    events: new Map(events.map(event => [event.id, event])),
    venues: new Map(venues.map(venue => [venue.id, venue])),
    players: new Map(players.map(player => [player.id, player])),
    groups,
    site,
  }
}

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
