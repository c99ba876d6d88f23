import { DdpError } from '../../../ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import type { AuditApi } from '../../audit/server/api.ts'
import type { UploadsApi } from '../../uploads/server/api.ts'
import type { MergePreview } from '../contract.ts'
import type { Merger, Merging } from './api.ts'
import { BACKGLASS, type Editing, machineNews } from './machine-edit.ts'
import { type MergeRow, mergedInto, mergeRows, replaceMachine } from './machine-merge-store.ts'

export interface MergesOptions {
  database: Database
  audit: AuditApi
  uploads: UploadsApi
  editing: Pick<Editing, 'editorsOnly'>
}

/** Merges two catalogue entries into one machine. Other features move their own data in the same transaction. */
export class Merges {
  readonly #options: MergesOptions
  readonly #mergers: Merger[] = []

  constructor(options: MergesOptions) {
    this.#options = options
  }

  add(merger: Merger): void {
    this.#mergers.push(merger)
  }

  /** @throws DdpError 403, 404, 409 as machines.mergePreview lists them */
  async preview(userId: string, merging: Merging): Promise<MergePreview> {
    const { database, editing } = this.#options
    await editing.editorsOnly(userId)
    const { from, into } = both(merging, await mergeRows(database.db, merging, false))
    const backglass = from.backglass === null ? null : into.backglass === null ? 'moves' : 'goes'
    const preview: MergePreview = { scores: 0, players: 0, events: 0, backglass }
    for (const merger of this.#mergers) Object.assign(preview, await merger.preview(database.db, merging))
    return preview
  }

  /**
   * @returns change-log entries that are already committed; the caller publishes them
   * @throws DdpError 403, 404, 409 as machines.merge lists them
   */
  async merge(userId: string, merging: Merging): Promise<ChangeLogEntry[]> {
    const { database, audit, editing } = this.#options
    await editing.editorsOnly(userId)
    return database.patient(async tx => {
      if (merging.from !== merging.into && (await mergedInto(tx, merging.from)) === merging.into) return []
      for (const merger of this.#mergers) await merger.hold?.(tx, merging)
      const rows = await mergeRows(tx, merging, true)
      if (merging.from !== merging.into && rows.size < 2 && (await mergedInto(tx, merging.from)) === merging.into) return []
      const { from, into } = both(merging, rows)
      const news: NewChange[] = []
      for (const merger of this.#mergers) news.push(...(await merger.move(tx, merging)))
      await replaceMachine(tx, from, into, await this.#backglass(tx, from, into))
      const written = await audit.write(tx, {
        by: userId,
        action: 'machines.merge',
        subject: { kind: 'machine', id: into.id, label: into.name },
        details: { from: { id: from.id, name: from.name, manufacturer: from.manufacturer, year: from.year } },
      })
      return appendChanges(tx, [...news, machineNews(from.id, into.id), ...written])
    })
  }

  async #backglass(tx: Db, from: MergeRow, into: MergeRow): Promise<MergeRow['backglass']> {
    const { uploads } = this.#options
    if (await uploads.isUnderWay(tx, BACKGLASS, [from.id, into.id]))
      throw new DdpError(409, 'A backglass of one of them is still being taken in. Try again in a minute.')
    if (into.backglass !== null) {
      await uploads.drop(tx, BACKGLASS, from.id)
      return into.backglass
    }
    await uploads.move(tx, BACKGLASS, from.id, into.id)
    return from.backglass
  }
}

/** @throws DdpError 404, 409 */
function both({ from, into }: Merging, rows: ReadonlyMap<string, MergeRow>): { from: MergeRow; into: MergeRow } {
  const [going, staying] = [rows.get(from), rows.get(into)]
  if (going === undefined || staying === undefined) throw new DdpError(404, 'There is no such machine.')
  if (going === staying) throw new DdpError(409, 'This is the same machine.')
  return { from: going, into: staying }
}
