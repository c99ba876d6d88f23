import type { MachineDoc } from '#machines/contract/machines.ts'
import { unreadProblem } from '#machines/ui/ScoreField.tsx'
import { parseScoreText } from '#machines/ui/score-digits.ts'
import * as m from '#messages'
import { MAX_VALUE } from '#scores/rules.ts'
import type { DraftScore, QueuedEventInfo, QueuedScore, QueuedVenue } from '../queue/queued-score.ts'
import { type BallReached, ballProblem, toStrokes } from './select-event.ts'

export interface PickedMachine {
  machineId: string
  name: string
  /** manufacturer, and year if known */
  detail?: string
}

export const toPickedMachine = ({ _id, name, manufacturer, year }: MachineDoc & { _id: string }): PickedMachine => ({
  machineId: _id,
  name,
  detail: year === null ? manufacturer : `${manufacturer}, ${year}`,
})

/** The values in the score form. */
export interface SubmitFieldValues {
  machine: PickedMachine | null
  /** the text in the machine search field */
  machineText: string
  /** as ScoreField has it: digits, or a text that is not read as a number */
  digits: string
  comment: string
  picture: File | null
  /** id of the event that the score is for; null: no event; undefined: the player has not chosen */
  eventId: string | null | undefined
  /** where it was played; null: the player has named no venue */
  venue: QueuedVenue | null
  ball: BallReached
}

export const toSubmitFields = (machine: PickedMachine | null, item: Partial<QueuedScore> = {}): SubmitFieldValues => ({
  machine,
  machineText: machine?.name ?? '',
  digits: item.value === undefined ? '' : String(item.value),
  comment: item.comment ?? '',
  eventId: item.id === undefined ? undefined : (item.event?.eventId ?? null),
  venue: item.venue ?? null,
  ball: item.event === undefined ? '' : ((item.strokes === undefined ? '' : String(item.strokes)) as BallReached),
  picture: item.picture === undefined ? null : new File([item.picture], 'score.jpg', { type: 'image/jpeg' }),
})

/** True if the player has entered something besides the machine. */
export const isTouched = ({ digits, comment, picture }: SubmitFieldValues): boolean => digits !== '' || comment !== '' || picture !== null

/**
 * Returns what the player has entered into the server-rendered form, so far as it differs from what was rendered.
 * @param machineText the text with which the machine's field was rendered
 */
export function readSubmitFields(element: HTMLFormElement, machineText: string): Partial<SubmitFieldValues> {
  const text = (name: string, fallback = ''): string => {
    const field = element.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field.value : fallback
  }
  const [name, digits, comment] = [text('machine', machineText), parseScoreText(text('score')), text('comment')]
  return {
    ...(name === machineText ? {} : { machineText: name, machine: null }),
    ...(digits === '' ? {} : { digits }),
    ...(comment === '' ? {} : { comment }),
  }
}

export interface SubmitProblems {
  machine?: string
  value?: string
  ball?: string
}

/**
 * Returns an error sentence for each invalid field.
 * @param machineIds the machines of the event that the score is for
 * @param hole the machine's target, in a pin-golf event
 * @param isLoading true: a machine is chosen, but its name has not been loaded
 */
export function validateSubmit(
  { machine, digits, ball }: SubmitFieldValues,
  {
    machineIds,
    hole,
    isLoading = false,
  }: { machineIds?: readonly string[] | undefined; hole?: { target: number } | null; isLoading?: boolean } = {},
): SubmitProblems {
  const value = valueProblem(digits)
  const ballError = value !== undefined || !hole ? undefined : ballProblem(hole, Number(digits), ball)
  const isListed = machine !== null && machine.name !== '' && (machineIds?.includes(machine.machineId) ?? true)
  return {
    ...(isListed ? {} : { machine: isLoading ? m.scores_submit_machine_unloaded() : m.ui_machine_missing() }),
    ...(value === undefined ? {} : { value }),
    ...(ballError === undefined ? {} : { ball: ballError }),
  }
}

/** The error in the value of a field for a score; undefined if there is none. */
export const valueProblem = (digits: string): string | undefined =>
  unreadProblem(digits) ??
  (Number(digits) < 1 ? m.scores_submit_value_missing() : Number(digits) > MAX_VALUE ? m.ui_score_too_high() : undefined)

/**
 * Converts the fields to a score for the queue.
 * @param edited the queued score that it replaces: it keeps the time at which that was played, but never later than `now`
 */
export function toTypedScore(
  { machine, digits, comment, picture, ball, venue }: SubmitFieldValues,
  edited: QueuedScore | null,
  now: Date,
  event: QueuedEventInfo | null = null,
): DraftScore {
  const strokes = event === null ? undefined : toStrokes(ball)
  return {
    machineId: machine!.machineId,
    machineName: machine!.name,
    value: Number(digits),
    achievedAt: edited !== null && edited.achievedAt < now ? edited.achievedAt : now,
    ...(event === null ? {} : { event }),
    ...(strokes === undefined ? {} : { strokes }),
    ...(comment.trim() === '' ? {} : { comment }),
    ...(venue === null ? {} : { venue }),
    ...(picture === null ? {} : { picture }),
  }
}
