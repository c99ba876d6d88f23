import { eventIdUsed, eventsAdd } from '#events/contract/admin.ts'
import { eventDirectorsOnly } from '#events/contract/errors.ts'
import { EVENT_FIELDS } from '#events/contract/event-fields.ts'
import type { Db } from '#platform/db/database.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { fingerprintRecord } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { pictureGone } from '#uploads/contract.ts'
import { attachEvent } from '../attach-event.ts'
import { createEventChange } from '../changes.ts'
import { checkEventFields, toRowValues } from '../event-fields.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import * as store from '../store.ts'

/** Events that one user may create in 24 hours: a whole season in one evening, but not a flood. */
export const EVENTS_A_DAY = 40
/** The same for event directors of the site and administrators. */
export const EVENTS_A_DAY_BY_DIRECTORS = 400

export const hasDirectorRole = ({ access }: Pick<EventServices, 'access'>, userId: string): Promise<boolean> =>
  access.hasRole(userId, ['event-director', 'admin'])

/** Lets who may add an event pass: of a group, those who run it; otherwise event directors. @throws DdpError 403, 404 */
export async function requireMaker(
  services: Pick<EventServices, 'access' | 'groups'>,
  groupId: string | null,
  userId: string,
): Promise<void> {
  if (groupId !== null) await services.groups.assertVisible(groupId, userId)
  const mayAdd = groupId === null ? await hasDirectorRole(services, userId) : await services.groups.isManager(groupId, userId)
  if (!mayAdd) throw eventDirectorsOnly()
}

/** Counts an event that a user adds. @param mayFillLists true: the user is a director of the site @throws DdpError 429 */
export const countEvent = (
  { dayLimit }: Pick<EventServices, 'dayLimit'>,
  tx: Db,
  userId: string,
  mayFillLists: boolean,
): ReturnType<DayLimit['check']> => dayLimit.check(tx, userId, mayFillLists ? EVENTS_A_DAY_BY_DIRECTORS : EVENTS_A_DAY)

export const addEvent = handle(eventsAdd, async (call, services: EventServices) => {
  const { accounts, venues } = services
  const { _id, groupId = null, picture, ...given } = call.input
  if (picture !== undefined) throw pictureGone()
  const fields = recordValues(EVENT_FIELDS, given)
  const userId = signedIn(call)
  await requireMaker(services, groupId, userId)
  await checkEventFields(services, fields)
  if (fields.venueId !== null) await venues.assertVisible(fields.venueId, userId)
  const fingerprint = fingerprintRecord(EVENT_FIELDS, fields, groupId)
  await call.commit(async tx => {
    await accounts.lock(tx, userId)
    const mayFillLists = await hasDirectorRole(services, userId)
    const listedAtOnce = mayFillLists || !(await accounts.isNewcomer(tx, userId))
    const row = { ...toRowValues(fields), id: _id, groupId, directorId: userId, listedAtOnce, fingerprint }
    if (!(await store.insertEvent(tx, row))) {
      if (await store.wasAdded(tx, _id, userId, fingerprint)) return []
      throw eventIdUsed()
    }
    await countEvent(services, tx, userId, mayFillLists)
    await insertLog(tx, { eventId: _id, by: userId, action: 'added' })
    return attachEvent(tx, _id, [createEventChange(_id)])
  })
  return { eventId: _id }
})
