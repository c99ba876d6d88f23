import type { Publishing } from '../../../ddp/server/subscription.ts'
import { lists } from '../../../platform/live/server/lists.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { AUDIT_FEED } from '../../audit/server/door.ts'
import { rolesList } from '../contract.ts'
import type { RolesService } from './service.ts'
import { listRoles } from './store.ts'

/** Publishes the roles that there are, to administrators, for as long as they are. */
export function publishRoles({ live, database, log }: Platform, service: Pick<RolesService, 'adminOnly'>): void {
  const roles = lists(live, {
    name: 'list of roles',
    mostIdle: 0,
    read: async () => ({ roles: new Map((await listRoles(database.db)).map(({ name, users }) => [name, { name, users }])) }),
    report: err => log.error({ err }, 'the roles could not be read'),
  })
  const readers = new Set<Publishing>()
  live.publish(rolesList, async publishing => {
    readers.add(publishing)
    publishing.onStop(() => void readers.delete(publishing))
    await service.adminOnly(signedIn(publishing))
    return [await roles.use(publishing, null)]
  })
  live.feed.on(AUDIT_FEED, () => roles.changed())
  live.feed.on('user', async ({ body }) => {
    const { userId } = body as { userId: string }
    roles.changed()
    for (const reader of readers) if (reader.userId === userId) await service.adminOnly(userId).catch(error => reader.error(error))
  })
}
