import { type EventChange, eventChanged } from './changes.ts'

/** What of events a view shows. */
export type ViewKind = 'list' | 'event' | 'entrants' | 'attempts'

const ALL: readonly ViewKind[] = ['list', 'event', 'entrants', 'attempts']

/** The views that a change concerns. Standings, rounds and the log follow changes by themselves. */
const AFFECTED_VIEWS: Readonly<Record<NonNullable<EventChange['change']>['kind'], readonly ViewKind[]>> = {
  attempt: ['attempts'],
  'attempt-removed': ['attempts'],
  window: ['attempts'],
  'window-undone': ['attempts'],
  entrant: ['list', 'event', 'entrants'],
  'entrant-left': ['list', 'event', 'entrants'],
  presence: ['entrants'],
  rounds: [],
  log: [],
}

/** Lists may gain any event. */
export const LIST = 'list'

/** The key of the views of one kind that show an event. */
export const viewKey = (kind: ViewKind, eventId: string): string => `${kind} ${eventId}`

/** For `reloadOn`: the views that a change of an event concerns. One that names nothing concerns all. */
export const eventTouches = eventChanged.touches(({ eventId, change }) => {
  const kinds = change === null ? ALL : AFFECTED_VIEWS[change.kind]
  return [...kinds.map(kind => viewKey(kind, eventId)), ...(kinds.includes('list') ? [LIST] : [])]
})
