import { isBackupFile } from './backup-file.ts'

export interface KeptBackup {
  id: string
  file: string
  /** the folder or bucket where it is */
  target: string
  endedAt: Date
}

/**
 * Returns the backups that are deleted after one has succeeded: all of this target but that one and the newest others.
 * @param done those that succeeded and are still there @param keep at least 1
 * @param made id of the one that has succeeded; it stays even if the clock was set back and others seem to be newer
 */
export function expiredBackups<Row extends KeptBackup>(done: readonly Row[], target: string, keep: number, made: string): Row[] {
  return done
    .filter(each => each.target === target && isBackupFile(each.file))
    .sort((a, b) => Number(b.id === made) - Number(a.id === made) || b.endedAt.getTime() - a.endedAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(Math.max(1, keep))
}
