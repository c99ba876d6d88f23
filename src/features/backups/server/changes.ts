import { defineChange } from '#platform/db/change-log/define-change.ts'

/** The list of backups has changed. */
export const backupsChanged = defineChange<Record<string, never>>('backups')
