import { DdpError } from '#ddp/wire/error.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import type { EarlierResult } from '#events/contract/rounds.ts'
import { isSameResult } from '#events/rules/result-agreement.ts'
import { errorCode } from '#platform/live/call-errors.ts'
import type { Entrant } from '../use-event.ts'
import type { PlayedGroup } from './games-of-group.ts'
import { isOwn, nameOfAuthor } from './result-authors.ts'

/** A result that somebody else has entered before. `places` left out: nobody is tied; `by` null: it is not known who did */
export interface Earlier {
  order: string[]
  places?: number[]
  by: string | null
}

interface Reader {
  /** null: a linked device, or nobody is signed in */
  userId: string | null
  event: Pick<EventDoc, 'directorId' | 'director' | 'staff'> | undefined
  entrants: ReadonlyMap<string, Entrant>
}

/** Returns what somebody else has entered for a game and the reader, who runs the event, would replace; null: nothing. */
export function findEarlier(
  { result, places, state, confirmedBy, enteredBy, contested }: PlayedGroup,
  entered: { order: string[]; places?: number[] },
  { userId, event, entrants }: Reader,
): Earlier | null {
  // Entries that contradict each other are shown beside the buttons that decide between them.
  if (result === undefined || contested !== undefined || isOwn(confirmedBy, userId)) return null
  const withTies = (tied: number[] | undefined): number[] | null => tied ?? null
  if (isSameResult({ order: result, places: withTies(places) }, { order: entered.order, places: withTies(entered.places) })) return null
  const by =
    state === 'confirmed' ? nameOfAuthor(confirmedBy, event, entrants) : (entrants.get(enteredBy?.at(-1) ?? '')?.displayName ?? null)
  return { order: result, ...(places === undefined ? {} : { places }), by: confirmedBy?.byDevice ? null : by }
}

/** Returns the result that counts already, from the error of an entry that was refused because of it; null: another error. */
export function readEarlier(error: unknown): Earlier | null {
  if (!(error instanceof DdpError) || errorCode(error) !== 'entered-before') return null
  const { by, byDevice, order, places } = (error.details as unknown as { earlier: EarlierResult }).earlier
  return { order, ...(places === undefined ? {} : { places }), by: byDevice ? null : (by?.displayName ?? null) }
}
