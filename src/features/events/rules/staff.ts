/** Who runs an event besides its director. `co-director`: may do all but hand it over; `scorekeeper`: takes results and checks players in. */
export const STAFF_ROLES = ['co-director', 'scorekeeper'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

interface RunEvent {
  directorId: string
  staff?: readonly { userId: string; role: StaffRole }[]
}

const hasRole = ({ staff = [] }: RunEvent, userId: string, roles: readonly StaffRole[]): boolean =>
  staff.some(each => each.userId === userId && roles.includes(each.role))

/** True for the event's director and its co-directors. */
export const directsEvent = (event: RunEvent, userId: string): boolean =>
  event.directorId === userId || hasRole(event, userId, ['co-director'])

/** True for all who may enter and confirm results, and check players in. */
export const keepsScores = (event: RunEvent, userId: string): boolean =>
  directsEvent(event, userId) || hasRole(event, userId, ['scorekeeper'])
