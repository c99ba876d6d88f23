import { handle } from '#platform/live/server/call-handler.ts'
import { roleExists, rolesCreate } from '#roles/contract.ts'
import type { RolesServices } from '../change-roles.ts'
import { insertRoles } from '../store.ts'

export const create = handle(rolesCreate, async (call, { audit, requireAdmin }: RolesServices) => {
  const by = await requireAdmin(call)
  const { name } = call.input
  await call.commit(async tx => {
    if ((await insertRoles(tx, [name])) === 0) throw roleExists()
    return audit.write(tx, { by, action: 'roles.create', subject: { kind: 'role', id: name, label: name } })
  })
  return {}
})
