import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { LiveQueries, LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import { eventsList, eventsLog, eventsOne, eventsStandings } from '../contract/views.ts'
import { nextChange } from '../rules/state.ts'
import type { Access } from './access.ts'
import { eventDocument, eventMachineDocument } from './documents.ts'
import { logOf } from './log-store.ts'
import { EVENT_FEED, type EventChange } from './news.ts'
import { StandingsView } from './standings-view.ts'
import { eventById, listEvents, machinesOf, nextTurn } from './store.ts'
import { TimedView, type TimedViewOptions } from './timed-view.ts'

/** What of an event's changes a view shows: every one, or only what is not the course of its standings. */
interface Open {
  eventId: string | null
  view: TimedView
}

export function registerPublications({ live, database, clock, log }: Platform, access: Access, groups: GroupsDoor): LiveQueries {
  const queries = live.queries('events', 300)
  const timed = new Set<Open>()
  const standings = new Set<StandingsView>()
  const report = (cause: unknown): void => log.error({ err: cause }, 'events could not be read again')

  const open = async (eventId: string | null, read: TimedViewOptions['read']): Promise<LiveQuery> => {
    const view = new TimedView({ database, clock, read, report })
    const entry: Open = { eventId, view }
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

  live.publish(eventsList, async (publishing, { state = null, limit = 50, before = null, groupId = null }) => {
    if (groupId !== null) await groups.admit(publishing, groupId)
    const filter = { state, limit, before, groupId }
    const read = async (tx: Db, now: number): ReturnType<TimedViewOptions['read']> => {
      const rows = await listEvents(tx, filter, new Date(now))
      const until = await nextTurn(tx, new Date(now))
      if (groupId !== null) await groups.dismiss(groupId)
      return { until, fill: set => set.replace('events', new Map(rows.map(row => [row.id, eventDocument(row, now)]))) }
    }
    return [await queries.use(publishing, `list ${JSON.stringify(filter)}`, () => open(null, read))]
  })

  live.publish(eventsOne, async (publishing, { eventId }) => {
    await access.admit(publishing, eventId)
    const read = async (tx: Db, now: number): ReturnType<TimedViewOptions['read']> => {
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
    return [await queries.use(publishing, `one ${eventId}`, () => open(eventId, read))]
  })

  live.publish(eventsLog, async (publishing, { eventId }) => {
    await access.admit(publishing, eventId)
    const read = async (tx: Db): ReturnType<TimedViewOptions['read']> => {
      const entries = await logOf(tx, eventId)
      return {
        until: null,
        fill: set => set.replace('eventLog', new Map(entries.map(({ id, ...entry }) => [id, entry as unknown as Fields]))),
      }
    }
    return [await queries.use(publishing, `log ${eventId}`, () => open(eventId, read))]
  })

  live.publish(eventsStandings, async (publishing, { eventId, limit = 100 }) => {
    await access.admit(publishing, eventId)
    const openOne = async (): Promise<LiveQuery> => {
      const view = new StandingsView(database, eventId, limit, closed => standings.delete(closed))
      standings.add(view)
      await view.follower.ready.catch(error => {
        view.close()
        throw error
      })
      return view
    }
    return [await queries.use(publishing, `standings ${eventId} ${limit}`, openOne)]
  })

  live.feed.on(EVENT_FEED, async entry => {
    const { eventId, change } = entry.body as EventChange
    for (const view of [...standings]) if (view.eventId === eventId) await view.follower.offer(entry)
    const attempts = change !== null && change.kind !== 'entrant' && change.kind !== 'entrant-left'
    if (attempts) return
    for (const { eventId: about, view } of [...timed]) if (about === null || about === eventId) await view.follower.offer(entry)
  })
  live.feed.on('user', async entry => {
    const { userId } = entry.body as { userId: string }
    for (const view of [...standings]) if (view.mentions(userId)) await view.follower.offer(entry)
  })
  return queries
}
