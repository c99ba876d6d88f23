import type { Fields } from '#ddp/wire/ejson.ts'
import type { Database } from '#platform/db/database.ts'
import type { ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import type { EventChange } from '../changes.ts'
import { listEntrants } from '../entrants/entrant-store.ts'
import { listLogEntries } from './event-log-store.ts'

/** An event's log as documents. When a group's result changes, only the log entry about it is read, however long the log is. */
export class LogView implements ViewSource {
  readonly #database: Database
  readonly #eventId: string
  #entries = new Map<string, Fields>()
  /** ids of the users whose names appear in the log */
  #userIds: string[] = []
  /** ids of the entries to read; null: all */
  #pendingIds: Set<string> | null = null

  constructor(database: Database, eventId: string) {
    this.#database = database
    this.#eventId = eventId
  }

  async load(): Promise<ViewLoadResult> {
    const pendingIds = this.#pendingIds
    this.#pendingIds = new Set()
    try {
      return await this.#read(pendingIds)
    } catch (error) {
      this.#pendingIds = pendingIds === null ? null : new Set([...pendingIds, ...(this.#pendingIds ?? [])])
      throw error
    }
  }

  /** @returns true if something must be read */
  apply(change: EventChange['change']): boolean {
    if (change !== null && !['rounds', 'log', 'standings-held', 'adjusted'].includes(change.kind)) return false
    if (change?.kind === 'rounds' && change.played !== undefined) {
      const { logId } = change.played
      if (logId !== null) this.#pendingIds?.add(logId)
      return logId !== null
    }
    return this.invalidate()
  }

  /**
   * True if a change came during the load that the load's snapshot includes: the load read only what was known to be new when it began.
   */
  incomplete(): boolean {
    return this.#pendingIds === null || this.#pendingIds.size > 0
  }

  skipped(): void {
    this.invalidate()
  }

  /** Makes the next load read the whole log again, for example because a name in it has changed. */
  invalidate(): boolean {
    this.#pendingIds = null
    return true
  }

  #read(pendingIds: ReadonlySet<string> | null): Promise<ViewLoadResult> {
    return this.#database.readSnapshot(async (tx, position) => {
      const rows: Awaited<ReturnType<typeof listLogEntries>> = []
      for (const id of pendingIds ?? [null]) rows.push(...(await listLogEntries(tx, this.#eventId, id)))
      const userIds =
        pendingIds === null
          ? [...rows.map(({ by }) => by?.userId), ...(await listEntrants(tx, this.#eventId)).map(({ userId }) => userId)]
          : this.#userIds
      const knownUserIds = userIds.filter(userId => typeof userId === 'string')
      return {
        position,
        keys: new Set([this.#eventId, ...knownUserIds]),
        until: null,
        documents: () => {
          const readEntries = rows.map(({ id, ...entry }): [string, Fields] => [id, entry as unknown as Fields])
          this.#entries = new Map([...(pendingIds === null ? [] : this.#entries), ...readEntries])
          this.#userIds = knownUserIds
          return { eventLog: this.#entries }
        },
      }
    })
  }
}
