import * as v from 'valibot'
import { freshSignInNeeded } from '#accounts/contract/protocol-errors.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { ADMINISTRATION } from '#platform/live/rates.ts'
import { id, strictObject, uuidV7 } from '#platform/live/schemas.ts'

export const backupIdUsed = defineError(409, 'id-used', 'This id was used for another backup.')
export const backupRunning = defineError(409, 'backup-running', 'A backup is under way already.')
export const noBackup = defineError(404, 'no-backup', 'There is no such backup.')

export type BackupState = 'queued' | 'running' | 'done' | 'failed'

/** A document of `backups`: a backup that was begun in the administration or by the schedule. */
export interface BackupDoc {
  createdAt: Date
  /** user name of who began it; missing: the schedule, or a user who has been deleted */
  by?: string
  /** the time of the schedule that it belongs to */
  scheduledFor?: Date
  state: BackupState
  target: 'folder' | 's3'
  /** name of the file; missing until it is begun */
  file?: string
  /** size of the file; while it is written, what has been written so far */
  bytes: number
  /** missing while it is queued or runs */
  endedAt?: Date
  /** why the last try has failed, without addresses and keys */
  error?: string
}

/** A document of `backupSchedule`. There is only one; its `_id` is `site`. */
export interface BackupScheduleDoc {
  /** null: no backups by themselves */
  nextRun: Date | null
  target: 'folder' | 's3'
}

/** Our addition: the newest hundred backups, live. */
export const backupsList = definePublication('backups.list', strictObject({}), ['backups', 'backupSchedule'], {
  access: 'administrators',
  errors: [],
})

/**
 * Our addition: begins a backup in the background, which `backups.list` shows. `_id`: that of the backup; without it the server makes one.
 * Idempotent on `_id`.
 */
export const backupsBegin = defineMethod<{ backupId: string }>()('backups.begin', strictObject({ _id: v.optional(uuidV7) }), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [backupRunning, backupIdUsed],
})

/**
 * Our addition: returns a path from which whoever knows it can download a backup, once and for five minutes. Wants a fresh sign-in: without
 * one the error is `fresh-sign-in-needed`.
 */
export const backupsDownload = defineMethod<{ url: string; expiresAt: Date }>()('backups.download', strictObject({ backupId: id }), {
  access: 'administrators',
  rates: ADMINISTRATION,
  errors: [noBackup, freshSignInNeeded],
})
