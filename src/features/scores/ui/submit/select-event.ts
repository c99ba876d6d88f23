import type { EventMachineDoc, NeedOnMachine } from '#events/contract/documents.ts'
import { type EventFormat, scoreRules } from '#events/formats/registry.ts'
import type { Hole } from '#events/rules/format-rules.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import type { QueuedEventInfo } from '../queue/queued-score.ts'

/** The event that a score is submitted to, as far as it is known. */
export interface EventChoice {
  /** the event that the form is for, given by the address or by the queued score that is being edited */
  bound: ShownEvent | null
  /** that event has been requested and has not arrived yet */
  isComing: boolean
  /** that event does not exist or takes no scores now: the score goes to the machine's board only */
  closed: { name: string | null; state: ShownEvent['state'] | null } | null
  /** live events in which the machine is played, if the form is not for a particular event */
  eligible: readonly ShownEvent[]
  /** the event that the score goes to; null: the machine's board only */
  chosen: ShownEvent | null
  /** the same; it is also known if the event's document is not loaded */
  event: QueuedEventInfo | null
}

/** The input from which `selectEvent` derives the event. */
export interface EventChoiceInput {
  /** the event id in the address */
  eventIdInUrl: string | null
  /** the event of the queued score that is being edited */
  editedEvent: QueuedEventInfo | null
  /** the document of the event that applies (`editedEvent` before `eventIdInUrl`), if it is loaded */
  bound: ShownEvent | null
  /** true if that event does not exist or the user may not see it */
  isMissing: boolean
  live: readonly ShownEvent[]
  machineId: string | null
  /** the player's choice: an event id, or null for no event; undefined: no choice yet */
  pickedEventId: string | null | undefined
  /** by event id, the player's needs on each machine; only events in which the player takes part */
  requirements: ReadonlyMap<string, readonly NeedOnMachine[]>
}

const acceptsScores = (format: EventFormat): boolean => scoreRules(format) !== null

const toEventInfo = ({ _id, name, endsAt }: ShownEvent): QueuedEventInfo => ({ eventId: _id, name, endsAt })

/** The live events in which the machine is played and that take scores. */
export const eligibleEvents = (live: readonly ShownEvent[], machineId: string | null): ShownEvent[] =>
  live.filter(each => machineId !== null && acceptsScores(each.format) && each.machineIds.includes(machineId))

/** The player's need on a machine in an event; undefined if the player is not in the event. */
export const findRequirement = (
  requirements: EventChoiceInput['requirements'],
  eventId: string,
  machineId: string | null,
): NeedOnMachine | undefined => requirements.get(eventId)?.find(each => each.machineId === machineId)

export type EventMachine = Pick<EventMachineDoc, 'machineId' | 'name'>

/**
 * Returns the machine that follows this one in the order of the form's event, the first after the last.
 * @param event the event that the score was for
 * @returns null: the score was for another event than the form is, or for none, or the event has no other machine
 */
export function nextMachine(
  { bound, machines }: { bound: Pick<ShownEvent, '_id'> | null; machines: readonly EventMachine[] },
  event: QueuedEventInfo | undefined,
  machineId: string,
): EventMachine | null {
  if (event === undefined || event.eventId !== bound?._id) return null
  const next = machines[(machines.findIndex(each => each.machineId === machineId) + 1) % machines.length]
  return next === undefined || next.machineId === machineId ? null : { machineId: next.machineId, name: next.name }
}

export function selectEvent({
  eventIdInUrl,
  editedEvent,
  bound,
  isMissing,
  live,
  machineId,
  pickedEventId,
  requirements,
}: EventChoiceInput): EventChoice {
  const noChoice = { bound: null, isComing: false, closed: null, eligible: [], chosen: null, event: null }
  if (pickedEventId !== null && editedEvent !== null) return { ...noChoice, bound, chosen: bound, event: editedEvent }
  if (pickedEventId !== null && eventIdInUrl !== null) {
    if (bound === null) return isMissing ? { ...noChoice, closed: { name: null, state: null } } : { ...noChoice, isComing: true }
    if (bound.state !== 'live' || !acceptsScores(bound.format)) return { ...noChoice, closed: { name: bound.name, state: bound.state } }
    return { ...noChoice, bound, chosen: bound, event: toEventInfo(bound) }
  }
  const eligible = eligibleEvents(live, machineId)
  const isOpen = ({ _id }: ShownEvent): boolean => {
    const requirement = findRequirement(requirements, _id, machineId)
    return requirement !== undefined && requirement.attemptsLeft !== 0
  }
  const chosen = (pickedEventId === undefined ? eligible.find(isOpen) : eligible.find(each => each._id === pickedEventId)) ?? null
  return { ...noChoice, eligible, chosen, event: chosen === null ? null : toEventInfo(chosen) }
}

/** Returns what the machine asks for besides a high score, if the event's format does; null: nothing. */
export function eventHole(event: ShownEvent | null, machineId: string | null): Hole | null {
  return event === null || machineId === null ? null : (scoreRules(event.format)?.hole(machineId) ?? null)
}

/** The player's input for the ball on which the target was reached: '1' to '5', 'missed', or '' for no input yet. */
export type BallReached = '' | '1' | '2' | '3' | '4' | '5' | 'missed'

/** The error in the ball for this value; undefined if there is none. The value alone decides whether the target was reached. */
export function ballProblem({ target }: { target: number }, value: number, ball: BallReached): string | undefined {
  const isReached = value >= target
  if (isReached && (ball === '' || ball === 'missed')) return m.scores_submit_ball_missing()
  return !isReached && ball !== '' && ball !== 'missed' ? m.scores_submit_ball_wrong() : undefined
}

export const toStrokes = (ball: BallReached): number | undefined => (ball === '' || ball === 'missed' ? undefined : Number(ball))
