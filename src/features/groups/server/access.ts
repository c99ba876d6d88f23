import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { GroupsDoor, KnownGroup } from './door.ts'
import { noGroup } from './service.ts'
import { groupById, member, membersOf } from './store.ts'

/** Who may see what of groups, and goes on being watched while he does. */
export class Access implements GroupsDoor {
  readonly #db: Db
  readonly #readers = new Map<string, Set<Publishing>>()

  constructor(db: Db) {
    this.#db = db
  }

  async visible(groupId: string, userId: string | null): Promise<KnownGroup> {
    const group = await groupById(this.#db, groupId)
    const own = userId === null ? null : await member(this.#db, groupId, userId)
    if (group === null || (group.visibility === 'private' && own === null)) throw noGroup()
    return { groupId, name: group.name, visibility: group.visibility }
  }

  async admit(publishing: Publishing, groupId: string): Promise<KnownGroup> {
    const readers = this.#readers.get(groupId) ?? new Set()
    this.#readers.set(groupId, readers.add(publishing))
    publishing.onStop(() => {
      readers.delete(publishing)
      if (readers.size === 0 && this.#readers.get(groupId) === readers) this.#readers.delete(groupId)
    })
    return this.visible(groupId, publishing.userId)
  }

  async members(tx: Db, groupId: string): Promise<string[]> {
    return (await membersOf(tx, groupId)).map(({ userId }) => userId)
  }

  /** Who may see the group is not who it was: looks at its readers again. @param userId only this one's */
  async changed(groupId: string, userId: string | null): Promise<void> {
    for (const reader of [...(this.#readers.get(groupId) ?? [])]) {
      if (userId !== null && reader.userId !== userId) continue
      await this.visible(groupId, reader.userId).catch(error => reader.error(error))
    }
  }
}
