import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import { eventsAttempts } from '../contract/attempts.ts'
import { eventsEntrants } from '../contract/people.ts'
import { eventsRounds } from '../contract/rounds.ts'
import { eventsList, eventsLog, eventsOne, eventsStandings } from '../contract/views.ts'
import { nextChange } from '../rules/state.ts'
import type { Access } from './access.ts'
import { listAttempts } from './attempt-store.ts'
import { attemptDocument, entrantDocument, eventDocument, eventMachineDocument } from './documents.ts'
import { entrantsOf, eventsWith } from './entrant-store.ts'
import { LogView } from './log-view.ts'
import { EVENT_FEED, type EventChange } from './news.ts'
import { RoundsView } from './rounds-view.ts'
import type { StandingsViews } from './standings-views.ts'
import { eventById, listEvents, machinesOf, nextTurn } from './store.ts'
import { TimedView, type TimedViewOptions } from './timed-view.ts'
import { isNewsTo, type Topic } from './topics.ts'

type Read = TimedViewOptions['read']
type Documents = readonly (readonly [collection: string, documents: readonly (readonly [id: string, fields: Fields])[]])[]

/** `eventId` null: of all events */
interface Open {
  topic: Topic
  eventId: string | null
  view: Followed
}

type Followed = LiveQuery & Pick<TimedView, 'follower'>

const LIMIT = 50
/** What names people. */
const NAMING: ReadonlySet<Topic> = new Set(['list', 'event', 'entrants', 'attempts', 'log'])

export function registerPublications(
  { live, database, clock, log }: Platform,
  { access, groups, standings }: { access: Access; groups: GroupsDoor; standings: StandingsViews },
): void {
  const queries = live.queries('events', 300)
  const timed = new Set<Open>()
  const directing = new Map<Publishing, string>()
  const report = (cause: unknown): void => log.error({ err: cause }, 'events could not be read again')

  const timedView = (read: Read): TimedView => new TimedView({ database, clock, read, report })

  const open = async (topic: Topic, eventId: string | null, view: Followed): Promise<LiveQuery> => {
    const entry: Open = { topic, eventId, view }
    timed.add(entry)
    const close = (): void => {
      timed.delete(entry)
      view.close()
    }
    await view.follower.ready.catch(error => {
      close()
      throw error
    })
    return { set: view.set, close }
  }

  /** What was read of an event may be newer than the news that some of the readers may not see its group any more. */
  const dismiss = async (tx: Db, eventId: string): Promise<void> => {
    const event = await eventById(tx, eventId)
    if (event?.groupId) await groups.dismiss(event.groupId)
  }

  /** What of one event does not change by the clock. */
  const ofEvent = (
    publishing: Publishing,
    topic: Topic,
    eventId: string,
    read: (tx: Db) => Promise<Documents>,
    more = '',
  ): Promise<LiveSet> =>
    queries.use(publishing, `${topic} ${eventId} ${more}`, () =>
      open(
        topic,
        eventId,
        timedView(async tx => {
          const collections = await read(tx)
          await dismiss(tx, eventId)
          return {
            until: null,
            fill: set => {
              for (const [collection, documents] of collections) set.replace(collection, new Map(documents))
            },
          }
        }),
      ),
    )

  live.publish(eventsList, async (publishing, { state = null, limit = LIMIT, before = null, groupId = null }) => {
    if (groupId !== null) await groups.admit(publishing, groupId)
    const filter = { state, limit, before, groupId }
    const read: Read = async (tx, now) => {
      const rows = await listEvents(tx, filter, new Date(now))
      const until = await nextTurn(tx, new Date(now))
      if (groupId !== null) await groups.dismiss(groupId)
      return { until, fill: set => set.replace('events', new Map(rows.map(row => [row.id, eventDocument(row, now)]))) }
    }
    return [await queries.use(publishing, `list ${JSON.stringify(filter)}`, () => open('list', null, timedView(read)))]
  })

  live.publish(eventsOne, async (publishing, { eventId }) => {
    await access.admit(publishing, eventId)
    const read: Read = async (tx, now) => {
      const event = await eventById(tx, eventId)
      const machines = await machinesOf(tx, eventId)
      if (event?.groupId) await groups.dismiss(event.groupId)
      return {
        until: event === null ? null : nextChange(event, now),
        fill(set) {
          set.replace('events', new Map<string, Fields>(event === null ? [] : [[eventId, eventDocument(event, now)]]))
          const documents =
            event === null
              ? []
              : machines.map((each): [string, Fields] => [`${eventId}/${each.machineId}`, eventMachineDocument(event, each)])
          set.replace('eventMachines', new Map(documents))
        },
      }
    }
    return [await queries.use(publishing, `one ${eventId}`, () => open('event', eventId, timedView(read)))]
  })

  live.publish(eventsEntrants, async (publishing, { eventId }) => {
    await access.admit(publishing, eventId)
    const read = async (tx: Db): Promise<Documents> => [
      ['eventEntrants', (await entrantsOf(tx, eventId)).map(each => [each.id, entrantDocument(eventId, each)])],
    ]
    return [await ofEvent(publishing, 'entrants', eventId, read)]
  })

  live.publish(eventsRounds, async (publishing, { eventId, round = null }) => {
    await access.admit(publishing, eventId)
    const view = (): Followed => new RoundsView({ database, afterRead: tx => dismiss(tx, eventId) }, eventId, round)
    return [await queries.use(publishing, `rounds ${eventId} ${round}`, () => open('rounds', eventId, view()))]
  })

  live.publish(eventsAttempts, async (publishing, { eventId, limit = LIMIT, before = null, entrantId = null, machineId = null }) => {
    const userId = signedIn(publishing)
    directing.set(publishing, eventId)
    publishing.onStop(() => void directing.delete(publishing))
    await access.director(await access.admit(publishing, eventId), userId)
    const filter = { limit, before, entrantId, machineId }
    const read = async (tx: Db): Promise<Documents> => [
      ['eventAttempts', (await listAttempts(tx, eventId, filter)).map(each => [each.id, attemptDocument(eventId, each)])],
    ]
    return [await ofEvent(publishing, 'attempts', eventId, read, JSON.stringify(filter))]
  })

  live.publish(eventsLog, async (publishing, { eventId }) => {
    await access.admit(publishing, eventId)
    const view = (): Followed => new LogView({ database, afterRead: tx => dismiss(tx, eventId) }, eventId)
    return [await queries.use(publishing, `log ${eventId}`, () => open('log', eventId, view()))]
  })

  live.publish(eventsStandings, async (publishing, { eventId, limit = 100 }) => {
    await access.admit(publishing, eventId)
    return [await standings.use(publishing, eventId, limit)]
  })

  live.feed.on(EVENT_FEED, async entry => {
    const { eventId, change } = entry.body as EventChange
    await standings.offer(entry)
    for (const { topic, eventId: about, view } of [...timed])
      if ((about === null || about === eventId) && isNewsTo(topic, change)) await view.follower.offer(entry)
  })
  live.feed.on('user', async entry => {
    const { userId } = entry.body as { userId: string }
    await standings.renamed(entry)
    const naming = [...timed].filter(({ topic }) => NAMING.has(topic))
    const events = naming.length === 0 ? null : await eventsWith(database.db, userId)
    for (const { eventId, view } of naming)
      if (events !== null && (eventId === null ? events.size > 0 : events.has(eventId))) await view.follower.offer(entry)
    for (const [publishing, eventId] of directing)
      if (publishing.userId === userId)
        await access.director(await eventById(database.db, eventId), userId).catch(error => publishing.error(error))
  })
}
