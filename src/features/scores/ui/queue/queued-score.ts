import type { Ejson } from '#ddp/wire/ejson.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { PickedVenue } from '../venue/kept-venues.ts'

/** `editing`: the score is in the form for editing and is not sent meanwhile. */
export type QueuedState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'editing'

export type QueuedEvent = 'send' | 'defer' | 'accept' | 'refuse' | 'again' | 'edit'

/** The allowed transitions: for each state, the next state by event. */
export const QUEUED_TRANSITIONS: Readonly<Record<QueuedState, Partial<Record<QueuedEvent, QueuedState>>>> = {
  waiting: { send: 'sending', again: 'waiting', edit: 'editing' },
  sending: { defer: 'waiting', accept: 'accepted', refuse: 'refused', edit: 'editing' },
  accepted: {},
  refused: { again: 'waiting', edit: 'editing' },
  editing: { again: 'waiting', refuse: 'refused', edit: 'editing' },
}

/** The event that a score is submitted to. */
export interface QueuedEventInfo {
  eventId: string
  name: string
  endsAt: Date
}

/** A score as the player entered it. */
export interface DraftScore {
  machineId: string
  machineName: string
  value: number
  achievedAt: Date
  event?: QueuedEventInfo
  /** where it was played */
  venue?: PickedVenue
  /** in pin-golf: the ball on which the target was reached */
  strokes?: number
  comment?: string
  /** a JPEG, small enough to be sent */
  picture?: Blob
}

/** A score in the queue of this device. */
export interface QueuedScore extends DraftScore {
  /** the score's `_id`; because it is sent with every attempt, the score is recorded only once */
  id: string
  /**
   * id of the user who entered it; only this user may send it. null: no user
   * was signed in; it goes to the user who claims it by sending it.
   */
  userId: string | null
  typedAt: Date
  state: QueuedState
  /** key of the picture's finished upload */
  pictureKey?: string
  /** a sentence that says why it still waits or was refused */
  reason?: string
  /** what was refused: only the picture, or the id, because the server already has an earlier version of the score under it */
  about?: 'picture' | 'id'
  answer?: SubmitScoreResult
  /** it was received after the end of its event; the event's director decides whether it counts */
  late?: true
  /** the name of the venue that it was sent without, because the site does not know that any more */
  lostVenue?: string
  /** its player has seen that it is on the board; it is removed when the page is left */
  seen?: true
}

/** Returns a score as it is written now, from one that a device has stored. Scores that were being edited had the state `mending` once. */
export const fromStored = (stored: QueuedScore): QueuedScore =>
  (stored.state as string) === 'mending' ? { ...stored, state: 'editing' } : stored

/** The argument of `scores.submit` for a queued score. @param key the key of its uploaded picture, if it has one */
export function submitArgument(
  { id, machineId, value, achievedAt, event, venue, strokes, comment }: QueuedScore,
  key: string | undefined,
): Ejson {
  return {
    _id: id,
    machineId,
    value,
    achievedAt,
    ...(event === undefined ? {} : { eventId: event.eventId, ...(strokes === undefined ? {} : { strokes }) }),
    ...(venue === undefined ? {} : { venueId: venue.venueId }),
    ...(comment === undefined ? {} : { comment }),
    ...(key === undefined ? {} : { picture: { key } }),
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const oldestFirst = (a: QueuedScore, b: QueuedScore): number => a.typedAt.getTime() - b.typedAt.getTime() || compareText(a.id, b.id)

/** The result of an attempt to send a score. Most of it is cleared by the next transition. */
export type QueueOutcome = Partial<Pick<QueuedScore, 'reason' | 'about' | 'answer' | 'pictureKey' | 'late'>>

/** Returns the score after an event, without the result of earlier attempts; null if the event is not possible in its state. */
export function queueTransition(item: QueuedScore, event: QueuedEvent, outcome: QueueOutcome = {}): QueuedScore | null {
  const state = QUEUED_TRANSITIONS[item.state][event]
  if (state === undefined) return null
  const { reason, about, answer, ...rest } = item
  const keptReason = event === 'edit' && wasRefused(item) ? { reason: reason!, ...(about === undefined ? {} : { about }) } : {}
  return { ...(event === 'accept' ? withoutPicture(rest as QueuedScore) : rest), ...keptReason, ...outcome, state }
}

/** True if the server has refused the score. Its edited version is then sent as a new score with a new id. */
export const wasRefused = ({ state, reason }: QueuedScore): boolean => reason !== undefined && (state === 'refused' || state === 'editing')

/** True if the score is not being sent and is not on the board, so far as this device knows. It can then be edited and removed. */
export const isUnsent = ({ state }: QueuedScore): boolean => state === 'waiting' || state === 'refused' || state === 'editing'

/** Returns a score that is being edited to the state it had before; null if it is not being edited. */
export function cancelEdit(item: QueuedScore): QueuedScore | null {
  if (item.state !== 'editing') return null
  const { reason, about } = item
  if (reason === undefined) return queueTransition(item, 'again')
  return queueTransition(item, 'refuse', { reason, ...(about === undefined ? {} : { about }) })
}

/** Returns the score without its picture. */
export function withoutPicture({ picture, pictureKey, ...item }: QueuedScore): QueuedScore {
  return item
}

/** Returns the score without its venue, whose name it remembers. */
export function withoutLostVenue({ venue, ...item }: QueuedScore): QueuedScore {
  return venue === undefined ? item : { ...item, lostVenue: venue.name }
}
