import { handle } from '#platform/live/server/call-handler.ts'
import { roleInUse, rolesDelete } from '#roles/contract.ts'
import type { RolesServices } from '../change-roles.ts'
import * as store from '../store.ts'

/** Deleting a role that does not exist changes nothing. */
export const deleteSiteRole = handle(rolesDelete, async (call, { audit, requireAdmin }: RolesServices) => {
  const by = await requireAdmin(call)
  const { name } = call.input
  await call.commit(async tx => {
    await store.lockRoles(tx)
    if (await store.isInUse(tx, name)) throw roleInUse()
    if (!(await store.deleteRole(tx, name))) return []
    return audit.write(tx, { by, action: 'roles.delete', subject: { kind: 'role', id: name, label: name } })
  })
  return {}
})
