import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FoundGroup } from '../contract.ts'
import type { GroupsDoor, KnownGroup } from './door.ts'
import { noGroup } from './service.ts'
import { type GroupAsked, groupAsked, member, searchGroups } from './store.ts'

const maySee = (group: GroupAsked | null, userId: string | null): group is GroupAsked =>
  group !== null && (group.visibility === 'public' || (userId !== null && group.memberIds.has(userId)))

/** Who may see what of groups, and goes on being watched while he does. */
export class Access implements GroupsDoor {
  readonly #db: Db
  readonly #readers = new Map<string, Set<Publishing>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** One question, whether the group is hidden or not there. */
  async find(db: Db, groupId: string, userId: string | null): Promise<KnownGroup | null> {
    const group = await groupAsked(db, groupId, userId === null ? [] : [userId])
    return maySee(group, userId) ? { groupId, name: group.name, visibility: group.visibility } : null
  }

  async visible(groupId: string, userId: string | null): Promise<KnownGroup> {
    const group = await this.find(this.#db, groupId, userId)
    if (group === null) throw noGroup()
    return group
  }

  async runs(groupId: string, userId: string): Promise<boolean> {
    const own = await member(this.#db, groupId, userId)
    return own?.roles.some(role => role !== 'member') ?? false
  }

  search(text: string, userId: string | null, limit: number): Promise<FoundGroup[]> {
    return searchGroups(this.#db, text, userId, limit)
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

  async dismiss(groupId: string): Promise<void> {
    const readers = [...(this.#readers.get(groupId) ?? [])]
    if (readers.length === 0) return
    const userIds = new Set(readers.flatMap(({ userId }) => userId ?? []))
    const group = await groupAsked(this.#db, groupId, [...userIds])
    for (const reader of readers) if (!maySee(group, reader.userId)) reader.error(noGroup())
  }
}
