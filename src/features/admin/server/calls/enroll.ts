import { userChanged } from '#accounts/server/changes.ts'
import { usersEnroll } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { GLOBAL_GROUP } from '#roles/rules.ts'
import { type AdminServices, userEntry } from '../services.ts'

export const enrollUser = handle(usersEnroll, async (call, { accounts, audit, roles, requireAdmin }: AdminServices) => {
  const by = await requireAdmin(call)
  const { _id: id, username, email, roles: names = [] } = call.input
  const changes = await accounts.enroll({ id, username, email, locale: await accounts.getLocale(by) }, async tx => [
    userChanged.of({ userId: id }),
    ...(names.length === 0 ? [] : await roles.change(tx, [id], names, GLOBAL_GROUP, 'add')),
    ...(await audit.write(tx, userEntry(by, 'users.enroll', id, { roles: names }))),
  ])
  await call.committed(changes)
  return { userId: id }
})
