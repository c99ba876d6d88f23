import type { EventAttemptDoc } from '#events/contract/documents.ts'

export type ListedAttempt = EventAttemptDoc & { _id: string }

/** The order of `events.attempts`: late ones that wait for the director first, then the newest. */
const compareAttempts = (a: ListedAttempt, b: ListedAttempt): number =>
  Number(b.state === 'pending') - Number(a.state === 'pending') ||
  b.at.getTime() - a.at.getTime() ||
  (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)

export interface AttemptPageQuery {
  eventId: string
  /** '': all machines */
  machineId: string
  /** '': all entrants */
  entrantId: string
  /** the last attempt of the previous page; null: the first page */
  after: ListedAttempt | null
  limit: number
}

/** Selects one page of the loaded attempts, in the order of the server. */
export function selectAttemptPage(
  attempts: readonly ListedAttempt[],
  { eventId, machineId, entrantId, after, limit }: AttemptPageQuery,
): ListedAttempt[] {
  return attempts
    .filter(each => each.eventId === eventId)
    .filter(each => (machineId === '' || each.machineId === machineId) && (entrantId === '' || each.entrantId === entrantId))
    .filter(each => after === null || compareAttempts(after, each) < 0)
    .sort(compareAttempts)
    .slice(0, limit)
}
