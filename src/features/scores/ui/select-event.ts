import * as m from '#messages'
import type { NeedOnMachine } from '../../events/contract/documents.ts'
import type { PinGolf } from '../../events/formats/pin-golf/rules.ts'
import type { EventFormat } from '../../events/formats/registry.ts'
import type { ShownEvent } from '../../events/ui/parts/use-event.ts'
import type { EventOfScore } from './queue/queued-score.ts'

/** Which event a score goes to, as far as that is known. */
export interface EventChoice {
  /** the one that the form is for, by its address or by the score that is mended */
  bound: ShownEvent | null
  /** that one is asked for and not there yet */
  isComing: boolean
  /** that one is not there, or not live: the score goes to the machine's board alone */
  closed: { name: string | null; state: ShownEvent['state'] | null } | null
  /** live events that the machine is played in, where the form is for none */
  offers: readonly ShownEvent[]
  /** where the score goes; null: to the machine's board alone */
  chosen: ShownEvent | null
  /** the same, also where its document is not at hand */
  event: EventOfScore | null
}

/** What an event needs to know of a score besides its value. */
export interface ChoiceFacts {
  /** the id in the address */
  addressed: string | null
  /** of the score that is mended */
  kept: EventOfScore | null
  /** the document of the one of these that counts, if it is at hand */
  bound: ShownEvent | null
  /** it is not there for the reader */
  isMissing: boolean
  live: readonly ShownEvent[]
  machineId: string | null
  /** the player's own choice: an id, null for no event; undefined: none yet */
  typed: string | null | undefined
  /** by event, what the player needs there; none for events that the player is not in */
  needs: ReadonlyMap<string, readonly NeedOnMachine[]>
}

const takesScores = ({ kind }: EventFormat): boolean => kind !== 'match-play' && kind !== 'strikes'

const eventOf = ({ _id, name, endsAt }: ShownEvent): EventOfScore => ({ eventId: _id, name, endsAt })

/** Live events that a machine is played in. */
export const offersOn = (live: readonly ShownEvent[], machineId: string | null): ShownEvent[] =>
  live.filter(each => machineId !== null && takesScores(each.format) && each.machineIds.includes(machineId))

/** The need of a machine in an event, if the player is in it. */
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

/** The hole that a machine is; null: the event is not pin-golf, or the machine is none of its holes. */
export function pinGolfHole(event: ShownEvent | null, machineId: string | null): { format: PinGolf; target: number } | null {
  if (event?.format.kind !== 'pin-golf' || machineId === null) return null
  const target = event.format.targets[machineId]
  return target === undefined ? null : { format: event.format, target }
}

/** What is said of the ball on which the target was reached: '1' to '5', `missed`, or nothing yet. */
export type Ball = '' | '1' | '2' | '3' | '4' | '5' | 'missed'

/** What is wrong with the ball for a value; undefined: nothing. The value alone says whether the target was reached. */
export function ballProblem({ target }: { target: number }, value: number, ball: Ball): string | undefined {
  const isReached = value >= target
  if (isReached && (ball === '' || ball === 'missed')) return m.scores_submit_ball_missing()
  return !isReached && ball !== '' && ball !== 'missed' ? m.scores_submit_ball_wrong() : undefined
}

export const strokesOfBall = (ball: Ball): number | undefined => (ball === '' || ball === 'missed' ? undefined : Number(ball))
