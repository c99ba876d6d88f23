/** Kind of the job that makes a backup, in the table of jobs. */
export const BACKUP_JOB = 'backup'
/** Key of the job: there is at most one. */
export const BACKUP_JOB_KEY = 'site'

export interface BackupJobBody {
  backupId: string
}
