import type { EventDoc, EventGameDoc } from '#events/contract/documents.ts'
import type { Entrant } from '../use-event.ts'

type Author = EventGameDoc['confirmedBy']

/** True if the user entered it, and nobody on a device that the user has linked. */
export const isOwn = (author: Author, userId: string | null): boolean =>
  author !== undefined && !author.byDevice && author.userId === userId

/** Returns the name of who entered a result; null: that is not known, or somebody who neither runs the event nor plays in it. */
export function nameOfAuthor(
  author: Author,
  event: Pick<EventDoc, 'directorId' | 'director' | 'staff'> | undefined,
  entrants: ReadonlyMap<string, Entrant>,
): string | null {
  if (author === undefined) return null
  const { userId } = author
  if (event?.directorId === userId) return event.director.displayName
  const known = event?.staff?.find(each => each.userId === userId) ?? [...entrants.values()].find(each => each.userId === userId)
  return known?.displayName ?? null
}
