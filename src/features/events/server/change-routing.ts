import { type EventChange, eventChanged } from './changes.ts'

/** Kinds of views that show parts of events. */
export type ViewKind = 'list' | 'event' | 'entrants' | 'attempts' | 'devices' | 'seats' | 'fees'

const ALL: readonly ViewKind[] = ['list', 'event', 'entrants', 'attempts', 'devices', 'seats', 'fees']

/** The kinds of views that a change affects. The views of standings, rounds and the log handle changes themselves. */
const AFFECTED_VIEWS: Readonly<Record<NonNullable<EventChange['change']>['kind'], readonly ViewKind[]>> = {
  attempt: ['attempts'],
  'attempt-removed': ['attempts'],
  window: ['attempts'],
  'window-undone': ['attempts'],
  entrant: ['list', 'event', 'entrants'],
  'entrant-left': ['list', 'event', 'entrants'],
  'standings-held': ['list', 'event'],
  adjusted: [],
  presence: ['entrants'],
  seats: ['seats'],
  fees: ['fees'],
  staff: ['list', 'event'],
  devices: ['devices'],
  rounds: [],
  log: [],
}

/** Key that is watched by the lists that any event may enter. */
export const LIST = 'list'

/** The key of the views of one kind that show an event. */
export const viewKey = (kind: ViewKind, eventId: string): string => `${kind} ${eventId}`

/** The kinds of views that a change of an event affects. A change without details affects all of them. */
const affectedViews = ({ change }: EventChange): readonly ViewKind[] =>
  // While nodes are updated one by one, a newer one may write kinds that this one does not know.
  change === null ? ALL : (AFFECTED_VIEWS[change.kind] ?? ALL)

/** True if lists of events show what has changed. */
export const concernsLists = (change: EventChange): boolean => affectedViews(change).includes('list')

/** True if the list of attempts shows what has changed. */
export const concernsAttempts = (change: EventChange): boolean => affectedViews(change).includes('attempts')

/** For `reloadOn`: the keys of the views that a change of an event affects. */
export const eventTouches = eventChanged.touches(change => {
  const kinds = affectedViews(change)
  const { eventId } = change
  return [...kinds.map(kind => viewKey(kind, eventId)), ...(kinds.includes('list') ? [LIST] : [])]
})
