import type { Clock } from '#ddp/timing/clock.ts'
import { type UpdateRule, updates } from '#platform/live/server/live-query.ts'
import type { EventDoc } from '../contract/documents.ts'
import type { EventState } from '../rules/event-state.ts'
import type { AttemptRow } from './attempts/attempt-store.ts'
import { concernsAttempts, concernsLists } from './change-routing.ts'
import { type ChangedEvent, eventChanged } from './changes.ts'
import { attemptDocument, eventDocument } from './documents.ts'

/**
 * A page of a list that goes on from an earlier one (`before`) gains no rows, so what is on it is changed in place. It is loaded again, by the
 * ids of its rows, where a change does not say everything, and where the page has to follow something else from now on.
 */

const STATES: readonly (EventState | null)[] = [null, 'upcoming', 'live', 'finished', 'cancelled']

/** Key of the pages of a list of events that show an event. @param state the list's filter */
export const eventPageKey = (state: EventState | null, eventId: string): string => `page ${state} ${eventId}`

/** Key of the pages of the attempts of an event. */
export const attemptPageKey = (eventId: string): string => `attempt page ${eventId}`

type RunBy = Pick<ChangedEvent, 'directorId' | 'staff'>

const isRunBySame = (a: RunBy, b: RunBy): boolean => {
  const toText = ({ directorId, staff }: RunBy): string => JSON.stringify([directorId, staff.map(({ userId, role }) => [userId, role])])
  return toText(a) === toText(b)
}

/** True if a page has to follow another time at which the event begins or ends. */
const changesTimes = (before: EventDoc, after: EventDoc): boolean =>
  before.state !== after.state ||
  before.startsAt.getTime() !== after.startsAt.getTime() ||
  before.endsAt.getTime() !== after.endsAt.getTime()

export const eventPageUpdates = (clock: Clock): UpdateRule[] =>
  STATES.map(filter =>
    updates(
      eventChanged,
      change => (concernsLists(change) ? [eventPageKey(filter, change.eventId)] : []),
      (_source, documents, { eventId, change, event }) => {
        const fields = documents.get('events', eventId)
        if (fields === undefined || event === null) return false
        if (event === undefined) {
          // The change does not say whether the event is in the lists for everybody from now on.
          if (change?.kind !== 'entrant' || change.addsPlayer !== true || fields.unlisted === true) return true
          documents.put('events', eventId, { ...fields, players: Number(fields.players) + 1 })
          return false
        }
        const shown = fields as unknown as EventDoc
        const { director, staff = [] } = shown
        // The change does not name those who run the event now.
        if (!isRunBySame({ directorId: shown.directorId, staff }, event)) return true
        const names = { directorName: director.displayName, directorUsername: director.username, staff }
        const document = eventDocument({ ...event, ...names }, clock.now())
        if (filter !== null && document.state !== filter) documents.remove('events', eventId)
        else documents.put('events', eventId, document)
        return changesTimes(shown, document) || shown.unlisted !== document.unlisted
      },
    ),
  )

export const attemptPageUpdates = updates(
  eventChanged,
  change => (concernsAttempts(change) ? [attemptPageKey(change.eventId)] : []),
  (_source, documents, { eventId, change }) => {
    const put = (id: string, attempt: Omit<AttemptRow, 'id'>): void =>
      documents.put('eventAttempts', id, attemptDocument(eventId, { id, ...attempt }))
    switch (change?.kind) {
      case 'attempt': {
        const { id, value = null, strokes = null, rejected = false, pending = false, voided = false, ...attempt } = change.attempt
        const shown = documents.get('eventAttempts', id)
        if (shown === undefined) return false
        // The change does not name the void of an attempt.
        if (voided || shown.voidId !== undefined) return true
        put(id, { ...attempt, value, strokes, rejected, pending, displayName: String(shown.displayName), voidId: null })
        return false
      }
      case 'attempt-removed':
        documents.remove('eventAttempts', change.attemptId)
        return true
      case 'window': {
        const { id: voidId, machineId, from, to } = change.window
        for (const id of documents.ids('eventAttempts')) {
          const shown = documents.get('eventAttempts', id)!
          const at = (shown.at as Date).getTime()
          if (shown.machineId !== machineId || at < from || at >= to) continue
          if (shown.voidId !== undefined && String(shown.voidId) > voidId) continue
          documents.put('eventAttempts', id, { ...shown, voidId, ...(shown.state === 'counts' ? { state: 'voided' } : {}) })
        }
        return false
      }
      case 'window-undone':
        // Another void may be left for an attempt that this one covered.
        return [...documents.ids('eventAttempts')].some(id => documents.get('eventAttempts', id)!.voidId === change.windowId)
      default:
        return true
    }
  },
)
