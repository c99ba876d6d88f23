import * as m from '#messages'
import type { NeedOnMachine } from '../../../events/contract/documents.ts'
import { type EventFormat, scoreRules } from '../../../events/formats/registry.ts'
import type { Hole } from '../../../events/rules/format-rules.ts'
import type { ShownEvent } from '../../../events/ui/use-event.ts'
import type { EventOfScore } from '../queue/queued-score.ts'

/** The event that a score is submitted to, as far as it is known. */
export interface EventChoice {
  /** the event that the form is for, given by the address or by the queued score that is being edited */
  bound: ShownEvent | null
  /** that event has been requested and has not arrived yet */
  isComing: boolean
  /** that event does not exist or takes no scores now: the score goes to the machine's board only */
  closed: { name: string | null; state: ShownEvent['state'] | null } | null
  /** live events in which the machine is played, if the form is not for a particular event */
  offers: readonly ShownEvent[]
  /** the event that the score goes to; null: the machine's board only */
  chosen: ShownEvent | null
  /** the same; it is also known if the event's document is not loaded */
  event: EventOfScore | null
}

/** The input from which `selectEvent` derives the event. */
export interface ChoiceFacts {
  /** the event id in the address */
  addressed: string | null
  /** the event of the queued score that is being edited */
  kept: EventOfScore | null
  /** the document of the event that applies (`kept` before `addressed`), if it is loaded */
  bound: ShownEvent | null
  /** true if that event does not exist or the user may not see it */
  isMissing: boolean
  live: readonly ShownEvent[]
  machineId: string | null
  /** the player's choice: an event id, or null for no event; undefined: no choice yet */
  typed: string | null | undefined
  /** by event id, the player's needs on each machine; only events in which the player takes part */
  needs: ReadonlyMap<string, readonly NeedOnMachine[]>
}

const takesScores = (format: EventFormat): boolean => scoreRules(format) !== null

const eventOf = ({ _id, name, endsAt }: ShownEvent): EventOfScore => ({ eventId: _id, name, endsAt })

/** The live events in which the machine is played and that take scores. */
export const offersOn = (live: readonly ShownEvent[], machineId: string | null): ShownEvent[] =>
  live.filter(each => machineId !== null && takesScores(each.format) && each.machineIds.includes(machineId))

/** The player's need on a machine in an event; undefined if the player is not in the event. */
export const needIn = (needs: ChoiceFacts['needs'], eventId: string, machineId: string | null): NeedOnMachine | undefined =>
  needs.get(eventId)?.find(each => each.machineId === machineId)

export function selectEvent({ addressed, kept, bound, isMissing, live, machineId, typed, needs }: ChoiceFacts): EventChoice {
  const nothing = { bound: null, isComing: false, closed: null, offers: [], chosen: null, event: null }
  if (typed !== null && kept !== null) return { ...nothing, bound, chosen: bound, event: kept }
  if (typed !== null && addressed !== null) {
    if (bound === null) return isMissing ? { ...nothing, closed: { name: null, state: null } } : { ...nothing, isComing: true }
    if (bound.state !== 'live' || !takesScores(bound.format)) return { ...nothing, closed: { name: bound.name, state: bound.state } }
    return { ...nothing, bound, chosen: bound, event: eventOf(bound) }
  }
  const offers = offersOn(live, machineId)
  const isOpen = ({ _id }: ShownEvent): boolean => {
    const need = needIn(needs, _id, machineId)
    return need !== undefined && need.attemptsLeft !== 0
  }
  const chosen = (typed === undefined ? offers.find(isOpen) : offers.find(each => each._id === typed)) ?? null
  return { ...nothing, offers, chosen, event: chosen === null ? null : eventOf(chosen) }
}

/** Returns what the machine asks for besides a high score, if the event's format does; null: nothing. */
export function eventHole(event: ShownEvent | null, machineId: string | null): Hole | null {
  return event === null || machineId === null ? null : (scoreRules(event.format)?.hole(machineId) ?? null)
}

/** The player's input for the ball on which the target was reached: '1' to '5', 'missed', or '' for no input yet. */
export type Ball = '' | '1' | '2' | '3' | '4' | '5' | 'missed'

/** The error in the ball for this value; undefined if there is none. The value alone decides whether the target was reached. */
export function ballProblem({ target }: { target: number }, value: number, ball: Ball): string | undefined {
  const isReached = value >= target
  if (isReached && (ball === '' || ball === 'missed')) return m.scores_submit_ball_missing()
  return !isReached && ball !== '' && ball !== 'missed' ? m.scores_submit_ball_wrong() : undefined
}

export const strokesOfBall = (ball: Ball): number | undefined => (ball === '' || ball === 'missed' ? undefined : Number(ball))
