import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { deleteDeliveriesAbout } from './delivery-store.ts'
import { findHook, listHooksMadeBy } from './hook-store.ts'
import { createHookChange } from './webhooks.ts'

/** Part of a user's deletion: what was written for hooks and names the user is deleted, sent or not. Hooks belong to no user, so they stay. */
export async function forgetUser(tx: Db, userId: string): Promise<NewChange[]> {
  const changes: NewChange[] = []
  for (const id of await deleteDeliveriesAbout(tx, userId)) {
    const hook = await findHook(tx, id)
    if (hook !== null) changes.push(createHookChange(hook))
  }
  return changes
}

/** A hook, as the data export of the user shows it who has added it. */
interface OwnHook {
  id: string
  name: string
  host: string
  types: string[]
  groupId: string | null
  eventId: string | null
  addedAt: Date
}

export async function exportUserHooks(db: Db, userId: string): Promise<OwnHook[]> {
  const hooks = await listHooksMadeBy(db, userId)
  return hooks.map(({ id, name, host, types, groupId, eventId, createdAt }) => ({
    id,
    name,
    host,
    types,
    groupId,
    eventId,
    addedAt: createdAt,
  }))
}
