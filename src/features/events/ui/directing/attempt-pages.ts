import type { EventAttemptDoc } from '../../contract/documents.ts'

export type ListedAttempt = EventAttemptDoc & { _id: string }

const newestFirst = (a: ListedAttempt, b: ListedAttempt): number =>
  b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)

export interface AttemptsWanted {
  eventId: string
  /** '': all machines */
  machineId: string
  /** '': all entrants */
  entrantId: string
  /** the last attempt of the previous page; null: the first page */
  after: ListedAttempt | null
  limit: number
}

/** Selects one page of the loaded attempts, newest first; late ones that wait for the director are listed before the others. */
export function attemptsShown(
  attempts: readonly ListedAttempt[],
  { eventId, machineId, entrantId, after, limit }: AttemptsWanted,
): ListedAttempt[] {
  const wanted = attempts
    .filter(each => each.eventId === eventId)
    .filter(each => (machineId === '' || each.machineId === machineId) && (entrantId === '' || each.entrantId === entrantId))
    .sort(newestFirst)
  const page = wanted.filter(each => after === null || newestFirst(after, each) < 0).slice(0, limit)
  return [...page.filter(({ state }) => state === 'pending'), ...page.filter(({ state }) => state !== 'pending')]
}

/** Returns the oldest attempt of a page, after which the next page starts. */
export const lastAttempt = (page: readonly ListedAttempt[]): ListedAttempt | null => [...page].sort(newestFirst).at(-1) ?? null
