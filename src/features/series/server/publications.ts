import { userChanged } from '#accounts/server/changes.ts'
import type { EventsApi } from '#events/server/api.ts'
import { eventChanged } from '#events/server/changes.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import type { SeriesLogDoc } from '../contract/documents.ts'
import { noSeries } from '../contract/errors.ts'
import { seriesList, seriesLog, seriesOfEvent, seriesOne } from '../contract/publications.ts'
import type { SeriesAccess } from './access.ts'
import { seriesChanged } from './changes.ts'
import { seriesDocument } from './documents.ts'
import { groupKey, hideWithGroup } from './hide-with-group.ts'
import { type LogRow, listLog, listNamedNights } from './log-store.ts'
import { listNightIds, listSeries, listSeriesOfEvent, seriesById } from './store.ts'

const CACHE = { name: 'series', maxIdle: 300 }
const LIMIT = 50

const seriesKey = (seriesId: string): string => `series ${seriesId}`
const listKey = (groupId: string | null): string => `list ${groupId}`
const eventKey = (eventId: string): string => `event ${eventId}`
const userKey = (userId: string): string => `user ${userId}`
/** watched by what says how many nights of the site's seasons everybody may see */
const ANY_GROUP = 'any group'

export function registerPublications(
  { live }: FeatureContext,
  { access, groups, events }: { access: SeriesAccess; groups: GroupsApi; events: EventsApi },
): void {
  live.query(seriesList, {
    cache: CACHE,
    async params({ groupId = null, limit = LIMIT }, publishing) {
      if (groupId !== null) await groups.authorizeAndWatch(publishing, groupId)
      return { groupId, limit }
    },
    key: ({ groupId, limit }) => `list ${groupId} ${limit}`,
    async load(tx, { groupId, limit }, { watchKeys }) {
      const found = await listSeries(tx, groupId, limit)
      watchKeys(listKey(groupId), ...(groupId === null ? [ANY_GROUP] : []))
      return { series: documentsById(found, series => [series.id, seriesDocument(series)]) }
    },
    reloadOn: [
      seriesChanged.touches(({ groupId, kind }) => (kind === 'log' ? [] : [listKey(groupId)])),
      groupChanged.touches(() => [ANY_GROUP]),
    ],
  })

  live.query(seriesOne, {
    cache: CACHE,
    params: async ({ slug }, publishing) => (await access.authorizeAndWatch(publishing, slug)).id,
    key: id => `one ${id}`,
    async load(tx, id, { watchKeys }) {
      const series = await seriesById(tx, id)
      if (series === null) throw noSeries()
      watchKeys(seriesKey(id), ...(series.groupId === null ? [ANY_GROUP] : []))
      return { series: [[id, seriesDocument(series)]] }
    },
    reloadOn: [
      seriesChanged.touches(({ seriesId, kind }) => (kind === 'log' ? [] : [seriesKey(seriesId)])),
      groupChanged.touches(() => [ANY_GROUP]),
    ],
  })

  live.query(seriesLog, {
    cache: CACHE,
    params: async ({ slug }, publishing) => (await access.authorizeAndWatch(publishing, slug)).id,
    key: id => `log ${id}`,
    async load(tx, id, { watchKeys }) {
      const series = await seriesById(tx, id)
      if (series === null) throw noSeries()
      const entries = await listLog(tx, id)
      const eventIds = new Set(
        entries.flatMap(({ subject }) => (subject !== null && 'before' in subject ? [...subject.before, ...subject.after] : [])),
      )
      const named = await listNamedNights(tx, series.groupId, [...eventIds])
      const names = new Map(named.map(({ id, name }) => [id, name]))
      const undoable = findUndoable(entries, await listNightIds(tx, id))
      watchKeys(
        seriesKey(id),
        ...(series.groupId === null ? [ANY_GROUP, ...named.map(({ groupId }) => groupKey(groupId))] : []),
        ...[...eventIds].map(eventKey),
        ...new Set(entries.map(({ userId }) => userKey(userId))),
      )
      return { seriesLog: documentsById(entries, entry => [entry.id, logDocument(id, entry, names, entry.id === undoable)]) }
    },
    reloadOn: [
      seriesChanged.touches(({ seriesId }) => [seriesKey(seriesId)]),
      userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userKey(userId)])),
      // An event may be called otherwise.
      eventChanged.touches(({ eventId, change }) => (change === null ? [eventKey(eventId)] : [])),
      groupChanged.touches(() => [ANY_GROUP]),
      hideWithGroup('seriesLog'),
    ],
  })

  live.query(seriesOfEvent, {
    cache: CACHE,
    async params({ eventId }, publishing) {
      await events.authorizeAndWatch(publishing, eventId)
      return eventId
    },
    key: eventId => `of event ${eventId}`,
    async load(tx, eventId, { watchKeys }) {
      const found = await listSeriesOfEvent(tx, eventId)
      watchKeys(eventKey(eventId), ANY_GROUP, ...found.map(({ groupId }) => groupKey(groupId)))
      return {
        eventSeries: documentsById(found, ({ id: seriesId, groupId: _, ...series }) => [
          `${eventId}/${seriesId}`,
          { eventId, seriesId, ...series },
        ]),
      }
    },
    reloadOn: [
      seriesChanged.touches(({ eventIds }) => eventIds.map(eventKey)),
      groupChanged.touches(() => [ANY_GROUP]),
      hideWithGroup('eventSeries'),
    ],
  })
}

/** Returns the id of the last change of the nights, if they are still as it has left them; null: nothing can be undone. */
function findUndoable(entries: readonly LogRow[], nights: readonly string[]): string | null {
  const last = entries.findLast(({ subject }) => subject !== null && 'before' in subject)
  const after = last !== undefined && last.subject !== null && 'after' in last.subject ? last.subject.after : null
  return after !== null && JSON.stringify(after) === JSON.stringify(nights) ? last!.id : null
}

function logDocument(
  seriesId: string,
  { at, action, subject, userId, username }: LogRow,
  names: ReadonlyMap<string, string>,
  isUndoable: boolean,
): SeriesLogDoc {
  const entry = { seriesId, at, action, by: username === null ? null : { userId, username } }
  if (subject === null) return entry
  if ('players' in subject) return { ...entry, players: subject.players }
  const { before, after } = subject
  const nameOf = (id: string): string | null => names.get(id) ?? null
  const added = after.filter(id => !before.includes(id)).map(nameOf)
  const removed = before.filter(id => !after.includes(id)).map(nameOf)
  const stayed = (ids: readonly string[], others: readonly string[]): string => ids.filter(id => others.includes(id)).join(' ')
  const isMoved = stayed(before, after) !== stayed(after, before)
  return {
    ...entry,
    ...(added.length === 0 ? {} : { added }),
    ...(removed.length === 0 ? {} : { removed }),
    ...(isMoved ? { moved: true as const } : {}),
    ...(isUndoable ? { undoable: true as const } : {}),
  }
}
