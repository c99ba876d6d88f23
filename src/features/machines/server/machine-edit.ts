import { createHash } from 'node:crypto'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import type { PictureRef, UploadedPicture } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { machineEditorsOnly, machineIdUsed, machineKnown, noMachine } from '../contract.ts'
import { machinesChanged } from './changes.ts'
import type { ListedMachine } from './list-keys.ts'
import * as store from './machine-edit-store.ts'
import { isOwnMergedRepeat } from './machine-merge-store.ts'
import { machineSearchText } from './machine-search-text.ts'

/** The upload kind of machine pictures. */
export const BACKGLASS = 'machineBackglassPicUpload'

type GivenFields = { [Field in keyof store.MachineColumns]?: store.MachineColumns[Field] | undefined }

const COLUMNS: Partial<Record<keyof store.MachineColumns, string>> = {
  name: 'name',
  manufacturer: 'manufacturer',
  year: 'year',
  type: 'type',
  display: 'display',
  playerCount: 'player_count',
  ipdbId: 'ipdb_id',
}

const EMPTY_MACHINE: store.MachineColumns = {
  name: '',
  manufacturer: '',
  year: null,
  type: 'ss',
  display: null,
  playerCount: null,
  opdbId: null,
  ipdbId: null,
  retired: false,
}

/** Returns the machine with the given fields replaced. Fields that are undefined keep their value. */
const applyFields = <Machine extends store.MachineColumns>(machine: Machine, fields: GivenFields): Machine => ({
  ...machine,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
})

/** What decides in which lists a machine stands, before and after an edit. */
function listedMachines(before: store.StoredMachine, after: store.StoredMachine): ListedMachine[] {
  const fields = ['name', 'manufacturer', 'year', 'type', 'retired', 'search'] as const
  if (fields.every(field => before[field] === after[field])) return []
  return [before, after].map(({ type, manufacturer, year, search }) => ({ type, manufacturer, year, search }))
}

/** The operations of machine editors. Methods return change-log entries that are already committed; the caller publishes them. */
export class MachineEditService {
  readonly #database: Database
  readonly #accounts: Pick<AccountsApi, 'getUser'>
  readonly #audit: AuditApi
  readonly #uploads: UploadsApi

  constructor({
    database,
    accounts,
    audit,
    uploads,
  }: {
    database: Database
    accounts: Pick<AccountsApi, 'getUser'>
    audit: AuditApi
    uploads: UploadsApi
  }) {
    this.#database = database
    this.#accounts = accounts
    this.#audit = audit
    this.#uploads = uploads
  }

  async isEditor(userId: string): Promise<boolean> {
    const person = await this.#accounts.getUser(userId)
    return person !== null && hasGlobalRole(person.roles, ['machine-editor', 'admin'])
  }

  /** @throws DdpError 403, 404, 409 as machines.add lists them */
  async add(userId: string, id: string, fields: GivenFields, backglass: PictureRef | undefined): Promise<ChangeLogEntry[]> {
    await this.requireEditor(userId)
    const machine = applyFields(EMPTY_MACHINE, fields)
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([machine, backglass?.key ?? null]))
      .digest('base64')
    return this.#database.transaction(async tx => {
      const upload = backglass ? await this.#uploads.reserve(tx, BACKGLASS, backglass, userId) : null
      const wasMerged = await isOwnMergedRepeat(tx, id, userId, fingerprint)
      if (wasMerged === true) return []
      if (wasMerged === false || !(await store.insertMachine(tx, { id, ...machine, madeBy: userId, fingerprint }))) {
        if (await store.isOwnRepeatedMachine(tx, id, userId, fingerprint)) return []
        throw machineIdUsed()
      }
      await lockUntilCommit(tx, 'newMachine')
      if (await store.isInCatalogue(tx, machine, id)) throw machineKnown()
      if (upload !== null) await this.#uploads.attach(tx, upload, id)
      const { name, manufacturer, year, type } = machine
      const subject = { kind: 'machine', id, label: name } as const
      const written = await this.#audit.write(tx, { by: userId, action: 'machines.add', subject, details: { manufacturer, year, type } })
      const listed = [{ type, manufacturer, year, search: machineSearchText(machine) }]
      return appendChanges(tx, [machinesChanged.of({ machineIds: [id], listed }), ...written])
    })
  }

  /** A new backglass is shown once it has been processed. @throws DdpError 403, 404, 409 as machines.edit lists them */
  async edit(userId: string, machineId: string, fields: GivenFields, backglass: PictureRef | null | undefined): Promise<ChangeLogEntry[]> {
    await this.requireEditor(userId)
    return this.#database.transaction(async tx => {
      const upload = backglass ? await this.#uploads.reserve(tx, BACKGLASS, backglass, userId) : null
      const machine = await store.lockMachine(tx, machineId)
      if (machine === null) throw noMachine()
      if (upload !== null) await this.#uploads.attach(tx, upload, machineId)
      if (backglass === null) await this.#uploads.remove(tx, BACKGLASS, machineId)
      const edited = applyFields({ ...machine, backglass: backglass === null ? null : machine.backglass }, fields)
      const after = { ...edited, search: machineSearchText(edited) }
      const changed = (Object.keys(after) as (keyof store.StoredMachine)[]).filter(field => after[field] !== machine[field])
      const details: Record<string, unknown> = Object.fromEntries(
        changed.filter(field => field !== 'backglass' && field !== 'search').map(field => [field, [machine[field], after[field]]]),
      )
      if (upload !== null && upload.attachedTo === null) details.backglass = 'sent'
      if (backglass === null && machine.backglass !== null) details.backglass = 'taken away'
      if (Object.keys(details).length === 0) return []
      const written = await this.#audit.write(tx, {
        by: userId,
        action: 'machines.edit',
        subject: { kind: 'machine', id: machineId, label: after.name },
        details,
      })
      if (changed.length === 0) return appendChanges(tx, written)
      await store.updateMachine(
        tx,
        machineId,
        after,
        changed.flatMap(field => COLUMNS[field as keyof store.MachineColumns] ?? []),
      )
      const name = after.name === machine.name ? {} : { name: after.name }
      return appendChanges(tx, [
        machinesChanged.of({ machineIds: [machineId], listed: listedMachines(machine, after), ...name }),
        ...written,
      ])
    })
  }

  /**
   * Sets the processed backglass of a machine, or removes the current one.
   * @returns the changes to append to the change log; null if the machine no longer exists
   */
  async showBackglass(tx: Db, machineId: string, backglass: UploadedPicture | null): Promise<NewChange[] | null> {
    const machine = await store.lockMachine(tx, machineId)
    if (machine === null) return null
    await store.updateMachine(tx, machineId, { ...machine, backglass }, [])
    return [machinesChanged.of({ machineIds: [machineId], listed: [] })]
  }

  /** @throws DdpError 403 */
  async requireEditor(userId: string): Promise<void> {
    if (!(await this.isEditor(userId))) throw machineEditorsOnly()
  }
}
