import type { AuditApi } from '#audit/server/api.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import type { MergePreview } from '../contract.ts'
import { backglassPending, noMachine, sameMachine } from '../contract.ts'
import type { MachineMerge, MachineMergeHook } from './api.ts'
import { machinesChanged } from './changes.ts'
import { BACKGLASS, type MachineEditService } from './machine-edit.ts'
import { findMergeTarget, type MergeRow, readMergeRows, replaceMachine } from './machine-merge-store.ts'

export interface MachineMergeOptions {
  database: Database
  audit: AuditApi
  uploads: UploadsApi
  machineEdit: Pick<MachineEditService, 'requireEditor'>
}

/** Merges two catalogue entries into one machine. Other features move their own data in the same transaction. */
export class MachineMergeService {
  readonly #options: MachineMergeOptions
  readonly #hooks: MachineMergeHook[] = []

  constructor(options: MachineMergeOptions) {
    this.#options = options
  }

  add(hook: MachineMergeHook): void {
    this.#hooks.push(hook)
  }

  /** @throws DdpError 403, 404, 409 as machines.mergePreview lists them */
  async preview(userId: string, merging: MachineMerge): Promise<MergePreview> {
    const { database, machineEdit } = this.#options
    await machineEdit.requireEditor(userId)
    const { from, into } = requireBoth(merging, await readMergeRows(database.db, merging, false))
    const backglass = from.backglass === null ? null : into.backglass === null ? 'moves' : 'goes'
    const preview: MergePreview = { scores: 0, players: 0, events: 0, backglass }
    for (const hook of this.#hooks) Object.assign(preview, await hook.preview(database.db, merging))
    return preview
  }

  /**
   * @returns change-log entries that are already committed; the caller publishes them
   * @throws DdpError 403, 404, 409 as machines.merge lists them
   */
  async merge(userId: string, merging: MachineMerge): Promise<ChangeLogEntry[]> {
    const { database, audit, machineEdit } = this.#options
    await machineEdit.requireEditor(userId)
    return database.longTransaction(async tx => {
      if (merging.from !== merging.into && (await findMergeTarget(tx, merging.from)) === merging.into) return []
      for (const hook of this.#hooks) await hook.lock?.(tx, merging)
      const rows = await readMergeRows(tx, merging, true)
      if (merging.from !== merging.into && rows.size < 2 && (await findMergeTarget(tx, merging.from)) === merging.into) return []
      const { from, into } = requireBoth(merging, rows)
      const changes: NewChange[] = []
      for (const hook of this.#hooks) changes.push(...(await hook.move(tx, merging)))
      await replaceMachine(tx, from, into, await this.#backglass(tx, from, into))
      const written = await audit.write(tx, {
        by: userId,
        action: 'machines.merge',
        subject: { kind: 'machine', id: into.id, label: into.name },
        details: { from: { id: from.id, name: from.name, manufacturer: from.manufacturer, year: from.year } },
      })
      return appendChanges(tx, [...changes, machinesChanged.of({ machineIds: [from.id, into.id] }), ...written])
    })
  }

  async #backglass(tx: Db, from: MergeRow, into: MergeRow): Promise<MergeRow['backglass']> {
    const { uploads } = this.#options
    if (await uploads.isUnderWay(tx, BACKGLASS, [from.id, into.id])) throw backglassPending()
    if (into.backglass !== null) {
      await uploads.remove(tx, BACKGLASS, from.id)
      return into.backglass
    }
    await uploads.move(tx, BACKGLASS, from.id, into.id)
    return from.backglass
  }
}

/** @throws DdpError 404, 409 */
function requireBoth({ from, into }: MachineMerge, rows: ReadonlyMap<string, MergeRow>): { from: MergeRow; into: MergeRow } {
  const [fromRow, intoRow] = [rows.get(from), rows.get(into)]
  if (fromRow === undefined || intoRow === undefined) throw noMachine()
  if (fromRow === intoRow) throw sameMachine()
  return { from: fromRow, into: intoRow }
}
