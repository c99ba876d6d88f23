import type { Fields } from '#ddp/wire/ejson.ts'
import { nextChange, stateAt } from '#events/rules/event-state.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'
import { documentsById, updates } from '#platform/live/server/live-query.ts'
import type { ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import { type PlayerEventDoc, playersSummary } from '#players/contract/summary.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { eventChanged } from '../changes.ts'
import { FinalRanks } from './final-ranks.ts'
import { listPlayerEvents, nextPlayerEvent, type PlayerEventRow } from './player-events-store.ts'

/** How many of a player's events are documents of their own. */
const SHOWN = 10
/** How many of a player's events are looked at for victories. */
const COUNTED = 50

/** watched by all views, since any event may become one of the player's */
const ANY_EVENT = 'any event'
const eventKey = (eventId: string): string => `event ${eventId}`
const groupKey = (groupId: string): string => `group ${groupId}`

type Services = Pick<FeatureContext, 'database' | 'clock'> & { finalRanks: FinalRanks }

/** A player's public events that have begun. Events of private groups are left out for all subscribers, their members included. */
class PlayerEventsView implements ViewSource {
  readonly #services: Services
  readonly #userId: string
  #groups: ReadonlyMap<string, string | null> = new Map()

  constructor(services: Services, userId: string) {
    this.#services = services
    this.#userId = userId
  }

  load(): Promise<ViewLoadResult> {
    const { database, clock, finalRanks } = this.#services
    return database.readSnapshot(async (tx, position) => {
      const now = clock.now()
      const events = await listPlayerEvents(tx, this.#userId, COUNTED, new Date(now))
      const ranks = new Map<string, number | undefined>()
      for (const event of events)
        if (stateAt(event, now) === 'finished') ranks.set(event.id, (await finalRanks.get(tx, position, event.id)).get(this.#userId))
      const changes = [await nextPlayerEvent(tx, this.#userId, new Date(now)), ...events.map(event => nextChange(event, now))]
      const next = Math.min(...changes.map(at => at ?? Number.POSITIVE_INFINITY))
      return {
        position,
        keys: new Set([
          ANY_EVENT,
          ...events.flatMap(({ id, groupId }) => [eventKey(id), ...(groupId === null ? [] : [groupKey(groupId)])]),
        ]),
        until: next === Number.POSITIVE_INFINITY ? null : next,
        documents: () => {
          this.#groups = new Map(events.map(({ id, groupId }) => [id, groupId]))
          const eventsWon = [...ranks.values()].filter(rank => rank === 1).length
          return {
            playerSummaries: [[this.#userId, { events: events[0]?.all ?? 0, eventsWon }]],
            playerEvents: documentsById(events.slice(0, SHOWN), event => [
              `${this.#userId}/${event.id}`,
              this.#toDocument(event, now, ranks.get(event.id)),
            ]),
          }
        },
      }
    })
  }

  /** Removes the events of a group, because they are no longer public. */
  hideGroup(documents: DocumentWriter, groupId: string): void {
    for (const id of documents.ids('playerEvents'))
      if (this.#groups.get(documents.get('playerEvents', id)!.eventId as string) === groupId) documents.remove('playerEvents', id)
  }

  #toDocument(event: PlayerEventRow, now: number, rank: number | undefined): PlayerEventDoc & Fields {
    const { id: eventId, name, players } = event
    return {
      userId: this.#userId,
      eventId,
      name,
      startsAt: new Date(event.startsAt),
      startsOffset: zoneOffset(event.startsAt, event.timeZone),
      state: stateAt(event, now) === 'live' ? 'live' : 'finished',
      players,
      ...(rank === undefined ? {} : { rank }),
    }
  }
}

export function publishPlayerEvents({ live, database, clock, caches }: FeatureContext, players: PlayersApi): void {
  const finalRanks = caches.add('final ranks', new FinalRanks())
  live.onChange(eventChanged, ({ eventId, change }, n) => {
    if (change === null || !['log', 'presence', 'staff', 'devices'].includes(change.kind)) finalRanks.invalidate(eventId, n)
  })
  live.query(playersSummary, {
    cache: { name: 'player events', maxIdle: 300 },
    params: ({ username }) => players.userIdByName(username),
    key: userId => `events ${userId}`,
    open: userId => new PlayerEventsView({ database, clock, finalRanks }, userId),
    reloadOn: [
      eventChanged.touches(({ eventId, change }) => {
        // Who has become an entrant is not in the change.
        if (change === null || change.kind === 'entrant' || change.kind === 'entrant-left') return [ANY_EVENT]
        return ['log', 'presence', 'staff', 'devices'].includes(change.kind) ? [] : [eventKey(eventId)]
      }),
    ],
    updateOn: [
      updates(
        groupChanged,
        ({ groupId, visibility }) => [visibility === 'public' ? ANY_EVENT : groupKey(groupId)],
        (source: PlayerEventsView, documents, { groupId, visibility }) => {
          if (visibility !== 'public') source.hideGroup(documents, groupId)
          return true
        },
        { revokes: true },
      ),
    ],
  })
}
