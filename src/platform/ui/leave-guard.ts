/** Asks the user whether to leave the page. @returns false if there is nothing to ask about */
export type LeaveGuard = () => boolean

const guards = new Set<LeaveGuard>()

/** Makes going back ask first. @returns a function that ends this */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** True if the user is asked first, and so stays on the page for now. */
export const asksBeforeLeaving = (): boolean => [...guards].some(guard => guard())
