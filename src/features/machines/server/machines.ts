import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import type { RequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { machineEditorsOnly } from '../contract/machines.ts'
import type { MachineMergeHook, MachinesApi } from './api.ts'
import { machinesChanged } from './changes.ts'
import * as store from './machine-edit-store.ts'
import type { NameCache } from './machine-names.ts'

/** The upload kind of machine pictures. */
export const BACKGLASS = 'machineBackglassPicUpload'

/** What the calls of this feature use. */
export interface MachinesServices {
  database: Database
  accounts: Pick<AccountsApi, 'getUser'>
  audit: AuditApi
  uploads: UploadsApi
  requireAdmin: RequireAdmin
  search: MachinesApi['search']
  names: NameCache
  /** by which other features move their own data when machines are merged */
  mergeHooks: readonly MachineMergeHook[]
}

type GivenFields = { [Field in keyof store.MachineColumns]?: store.MachineColumns[Field] | undefined }

/** Returns the machine with the given fields replaced. Fields that are undefined keep their value. */
export const applyFields = <Machine extends store.MachineColumns>(machine: Machine, fields: GivenFields): Machine => ({
  ...machine,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
})

export async function isEditor(accounts: MachinesServices['accounts'], userId: string): Promise<boolean> {
  const person = await accounts.getUser(userId)
  return person !== null && hasGlobalRole(person.roles, ['machine-editor', 'admin'])
}

/** @throws DdpError 403 */
export async function requireEditor({ accounts }: MachinesServices, userId: string): Promise<void> {
  if (!(await isEditor(accounts, userId))) throw machineEditorsOnly()
}

/**
 * Sets the processed backglass of a machine, or removes the current one.
 * @returns the changes to append to the change log; null if the machine no longer exists
 */
export async function showBackglass(tx: Db, machineId: string, backglass: UploadedPicture | null): Promise<NewChange[] | null> {
  const machine = await store.lockMachine(tx, machineId)
  if (machine === null) return null
  await store.updateMachine(tx, machineId, { ...machine, backglass }, [])
  return [machinesChanged.of({ machineIds: [machineId], listed: [] })]
}
