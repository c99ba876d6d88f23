import { DdpError } from '#ddp/wire/error.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import type { EarlierResult } from '#events/contract/rounds.ts'
import { contradicts, isSamePlaces } from '#events/rules/result-agreement.ts'
import { errorCode } from '#platform/live/call-errors.ts'
import type { Entrant } from '../use-event.ts'
import type { PlayedGroup } from './games-of-group.ts'
import { isOwn, nameOfAuthor } from './result-authors.ts'

/** A result that somebody else has entered before. `places` left out: nobody is tied; `scores` left out: there are none; `by` null: it is not known who did */
export interface Earlier {
  order: string[]
  places?: number[]
  scores?: (number | null)[]
  by: string | null
}

interface Reader {
  /** null: a linked device, or nobody is signed in */
  userId: string | null
  event: Pick<EventDoc, 'directorId' | 'director' | 'staff'> | undefined
  entrants: ReadonlyMap<string, Entrant>
}

const optional = ({ places, scores }: { places: number[] | undefined; scores: (number | null)[] | undefined }) => ({
  ...(places === undefined ? {} : { places }),
  ...(scores === undefined ? {} : { scores }),
})

/** Returns what somebody else has entered for a game and the reader, who runs the event, would replace; null: nothing. */
export function findEarlier(
  { result, places, scores, state, confirmedBy, enteredBy, contested }: PlayedGroup,
  entered: { order: string[]; places?: number[]; scores?: (number | null)[] },
  { userId, event, entrants }: Reader,
): Earlier | null {
  // Entries that contradict each other are shown beside the buttons that decide between them.
  if (result === undefined || contested !== undefined || isOwn(confirmedBy, userId)) return null
  const [before, after] = [
    { order: result, places: places ?? null, scores },
    { ...entered, places: entered.places ?? null },
  ]
  // Who leaves the scores out leaves them as they are.
  if (!contradicts(before, after) || (entered.scores === undefined && isSamePlaces(before, after))) return null
  const by =
    state === 'confirmed' ? nameOfAuthor(confirmedBy, event, entrants) : (entrants.get(enteredBy?.at(-1) ?? '')?.displayName ?? null)
  return { order: result, ...optional({ places, scores }), by: confirmedBy?.byDevice ? null : by }
}

/** Returns the result that counts already, from the error of an entry that was refused because of it; null: another error. */
export function readEarlier(error: unknown): Earlier | null {
  if (!(error instanceof DdpError) || errorCode(error) !== 'entered-before') return null
  const { by, byDevice, order, places, scores } = (error.details as unknown as { earlier: EarlierResult }).earlier
  return { order, ...optional({ places, scores }), by: byDevice ? null : (by?.displayName ?? null) }
}
