import { userChanged } from '#accounts/server/changes.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { mayAdminister } from '#platform/log/request-context.ts'
import { rolesAssign, rolesForbidden, rolesOfMembersOnly } from '#roles/contract.ts'
import { cleanGroup, findAssignRight, GLOBAL_GROUP, isMember, normalizeRoles, withoutAdministration } from '#roles/rules.ts'
import { applyChange, lockChanged, type RolesChange, type RolesServices, rolesOf, toAssignmentEntry } from '../change-roles.ts'

export const assign = handle(rolesAssign, async (call, { accounts, audit, guard }: RolesServices) => {
  const callerId = signedIn(call)
  const { userIds, roles, group: givenGroup, mode, flat = false } = call.input
  const right = findAssignRight(await rolesOf(accounts, callerId), givenGroup, roles)
  if (right === null) throw rolesForbidden()
  const group = cleanGroup(givenGroup) ?? GLOBAL_GROUP
  const change: RolesChange = { userIds, names: roles, group: flat ? null : group, mode }
  await call.commit(async tx => {
    if (group !== GLOBAL_GROUP) await guard(tx, { group, callerId, userIds, roles, mode })
    const locked = await lockChanged(tx, change, [callerId])
    const ownNow = locked.get(callerId) ?? null
    if (findAssignRight(mayAdminister(callerId) ? ownNow : withoutAdministration(ownNow), group, roles) !== right) throw rolesForbidden()
    if (right === 'owner' && userIds.some(id => locked.has(id) && !isMember(locked.get(id)!, group))) throw rolesOfMembersOnly()
    const changes = await applyChange(tx, change, locked)
    const userChanges = changes.map(userChanged.of)
    if (right !== 'admin') return userChanges
    const details = flat ? { flat } : group === GLOBAL_GROUP ? {} : { group }
    const entries = changes.map(({ userId }) => toAssignmentEntry(callerId, userId, normalizeRoles(roles), mode, details))
    return [...userChanges, ...(await audit.write(tx, ...entries))]
  })
  return {}
})
