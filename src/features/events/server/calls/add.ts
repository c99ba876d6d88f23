import { eventIdUsed, eventsAdd } from '#events/contract/admin.ts'
import { eventDirectorsOnly } from '#events/contract/errors.ts'
import { EVENT_FIELDS } from '#events/contract/event-fields.ts'
import { recordValues } from '#platform/live/record.ts'
import { handle } from '#platform/live/server/call-handler.ts'
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

export const addEvent = handle(eventsAdd, async (call, services: EventServices) => {
  const { access, accounts, groups, dayLimit, venues } = services
  const { _id, groupId = null, picture, ...given } = call.input
  if (picture !== undefined) throw pictureGone()
  const fields = recordValues(EVENT_FIELDS, given)
  const userId = signedIn(call)
  const hasDirectorRole = (): Promise<boolean> => access.hasRole(userId, ['event-director', 'admin'])
  if (groupId !== null) await groups.assertVisible(groupId, userId)
  if (!(groupId === null ? await hasDirectorRole() : await groups.isManager(groupId, userId))) throw eventDirectorsOnly()
  await checkEventFields(services, fields)
  if (fields.venueId !== null) await venues.assertVisible(fields.venueId, userId)
  const fingerprint = fingerprintRecord(EVENT_FIELDS, fields, groupId)
  await call.commit(async tx => {
    await accounts.lock(tx, userId)
    const mayFillLists = await hasDirectorRole()
    const listedAtOnce = mayFillLists || !(await accounts.isNewcomer(tx, userId))
    const row = { ...toRowValues(fields), id: _id, groupId, directorId: userId, listedAtOnce, fingerprint }
    if (!(await store.insertEvent(tx, row))) {
      if (await store.wasAdded(tx, _id, userId, fingerprint)) return []
      throw eventIdUsed()
    }
    await dayLimit.check(tx, userId, mayFillLists ? EVENTS_A_DAY_BY_DIRECTORS : EVENTS_A_DAY)
    await insertLog(tx, { eventId: _id, by: userId, action: 'added' })
    return attachEvent(tx, _id, [createEventChange(_id)])
  })
  return { eventId: _id }
})
