import type { SubmitAnswer } from '../../contract.ts'

/** `mending`: taken back into the form, and sent by nobody meanwhile. */
export type QueuedState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'mending'

export type QueuedEvent = 'send' | 'defer' | 'accept' | 'refuse' | 'again' | 'mend'

/** What each state turns into; what is not here cannot happen. */
export const NEXT: Readonly<Record<QueuedState, Partial<Record<QueuedEvent, QueuedState>>>> = {
  waiting: { send: 'sending', again: 'waiting', mend: 'mending' },
  sending: { defer: 'waiting', accept: 'accepted', refuse: 'refused', mend: 'mending' },
  accepted: {},
  refused: { again: 'waiting', mend: 'mending' },
  mending: { again: 'waiting', refuse: 'refused', mend: 'mending' },
}

/** The event that a score is given in. */
export interface EventOfScore {
  eventId: string
  name: string
  endsAt: Date
}

/** What a player typed. */
export interface TypedScore {
  machineId: string
  machineName: string
  value: number
  achievedAt: Date
  event?: EventOfScore
  /** in pin-golf: the ball on which the target was reached */
  strokes?: number
  comment?: string
  /** a JPEG, small enough to be sent */
  picture?: Blob
}

/** A score on this device, on its way to the board. */
export interface QueuedScore extends TypedScore {
  /** the score's own `_id`: sent twice, it is recorded once */
  id: string
  /** who typed it, and alone may send it; null: nobody was signed in, and it is theirs who say so */
  userId: string | null
  typedAt: Date
  state: QueuedState
  /** the picture's finished upload */
  pictureKey?: string
  /** why it still waits, or was refused: a sentence */
  reason?: string
  /** what was refused: the picture alone, or an id that an earlier version of the score has on the board */
  about?: 'picture' | 'id'
  answer?: SubmitAnswer
  /** it came after the end of its event, whose director decides whether it counts */
  late?: true
  /** its player has seen that it is on the board: nothing holds it here but the page */
  seen?: true
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const oldestFirst = (a: QueuedScore, b: QueuedScore): number => a.typedAt.getTime() - b.typedAt.getTime() || text(a.id, b.id)

/** What is said of an item only until it is tried again. */
export type Verdict = Partial<Pick<QueuedScore, 'reason' | 'about' | 'answer' | 'pictureKey' | 'late'>>

/** The item after an event, with nothing left of what was said before; null: that cannot happen to it. */
export function queueTransition(item: QueuedScore, event: QueuedEvent, verdict: Verdict = {}): QueuedScore | null {
  const state = NEXT[item.state][event]
  if (state === undefined) return null
  const { reason, about, answer, ...rest } = item
  const said = event === 'mend' && wasRefused(item) ? { reason: reason!, ...(about === undefined ? {} : { about }) } : {}
  return { ...(event === 'accept' ? withoutPicture(rest as QueuedScore) : rest), ...said, ...verdict, state }
}

/** The server will not have it as it is: mended, it is another score, with an id of its own. */
export const wasRefused = ({ state, reason }: QueuedScore): boolean => reason !== undefined && (state === 'refused' || state === 'mending')

/** What was taken back into the form and is left as it was. */
export function putBack(item: QueuedScore): QueuedScore | null {
  if (item.state !== 'mending') return null
  const { reason, about } = item
  if (reason === undefined) return queueTransition(item, 'again')
  return queueTransition(item, 'refuse', { reason, ...(about === undefined ? {} : { about }) })
}

/** The same without its picture. */
export function withoutPicture({ picture, pictureKey, ...item }: QueuedScore): QueuedScore {
  return item
}
