import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { describeError } from '#platform/jobs/describe-error.ts'
import type { JobKind } from '#platform/jobs/job-kind.ts'
import type { ClaimedJob } from '#platform/jobs/job-store.ts'
import { backupFileName } from './backup-file.ts'
import { BACKUP_JOB, type BackupJobBody } from './backup-job.ts'
import { backupsChanged } from './changes.ts'
import { expiredBackups } from './rotation.ts'
import * as store from './store.ts'
import { type OpenTarget, openTarget } from './targets.ts'

/** Writes a backup of the site into a file that is not there yet, and checks it. @param onProgress gets the size so far; may throw to end it */
export type WriteBackup = (options: { file: string; onProgress(bytes: number): void }) => Promise<{ bytes: number }>

const MAX_TRIES = 3
/** ms after which a node that says nothing counts as dead */
const LEASE_MS = 60_000
/** ms between two notes of how far it is */
const PROGRESS_MS = 2_000

/** This try goes on no longer: the node stops, or another node has begun a try of its own. */
class TryEnded extends Error {}

/** Registers the job that makes a backup (decision 045). */
export function registerBackupJob(
  { jobs, database, settings, config, clock, log, live, onClose }: FeatureContext,
  writeBackup: WriteBackup,
): JobKind<BackupJobBody> {
  let stopping = false
  onClose(() => {
    stopping = true
  })

  const change = async (write: (tx: Db) => Promise<unknown>): Promise<void> =>
    live.changeLog.publish(
      await database.transaction(async tx => {
        await write(tx)
        return appendChanges(tx, [backupsChanged.of({})])
      }),
    )

  /** Deletes older backups than the one that was `made`. One that cannot be deleted stays in the list and is tried again after the next backup. */
  const rotate = async (target: OpenTarget, made: string): Promise<void> => {
    for (const { id, file } of expiredBackups(await store.listDone(database.db), target.id, settings.current().backups.keep, made)) {
      try {
        await target.remove(file)
        await change(tx => store.deleteBackup(tx, id))
      } catch (err) {
        log.warn({ err, file }, 'an older backup could not be deleted')
      }
    }
    await store.deleteOldFailedBackups(database.db)
  }

  /** Says every few seconds how far it is. The function that it returns throws when the try has ended. */
  const follow = (id: string, file: string): ((bytes: number) => void) => {
    let notedAt = clock.now()
    let lost = false
    return bytes => {
      if (stopping || lost) throw new TryEnded()
      if (clock.now() - notedAt < PROGRESS_MS) return
      notedAt = clock.now()
      change(async tx => {
        lost ||= !(await store.recordProgress(tx, id, file, bytes))
      }).catch(() => {})
    }
  }

  const attempt = async (id: string, target: OpenTarget, file: string): Promise<void> => {
    const onProgress = follow(id, file)
    try {
      await mkdir(config.backupDir, { recursive: true, mode: 0o700 })
      // A node that died during a try may have begun again when another one had made the backup.
      await target.clearOthers(file).catch((err: unknown) => log.warn({ err }, 'what former backups have left could not be deleted'))
      const { bytes } = await writeBackup({ file: target.draft(file), onProgress })
      await target.take(file, () => onProgress(bytes))
      let kept = false
      await change(async tx => {
        kept = await store.recordSuccess(tx, id, file, bytes, new Date(clock.now()))
      })
      if (!kept) throw new TryEnded()
    } catch (error) {
      // The success may be recorded although its answer was lost. Where that is not known, the next try deletes what this one has left.
      const row = await store.findBackup(database.db, id).catch(() => undefined)
      if (row?.state === 'done' && row.file === file) return
      if (row !== undefined)
        await target.clear(file).catch((err: unknown) => log.warn({ err, file }, 'what is left of a failed backup could not be deleted'))
      throw error
    }
  }

  const run = async ({ body: { backupId: id }, tries }: ClaimedJob<BackupJobBody>): Promise<Date | null> => {
    if (stopping) return new Date(clock.now())
    const row = await store.findBackup(database.db, id)
    if (row === null || row.endedAt !== null) return null
    const target = openTarget(settings.current().backups.target, config.backupDir)
    try {
      const file = backupFileName(clock.now(), randomBytes(4))
      // Before anything is deleted: from then on the try before this one cannot succeed any more.
      let begun = false
      await change(async tx => {
        begun = await store.beginTry(tx, id, { kind: target.kind, target: target.id, file })
      })
      if (!begun) return null
      // What a try whose process ended has left.
      if (row.file !== null && row.target === target.id) await target.clear(row.file).catch(() => {})
      if (tries > MAX_TRIES) {
        await change(tx => store.recordFailure(tx, id, file, row.error ?? 'The process ended during each try.', new Date(clock.now())))
        return null
      }
      try {
        await attempt(id, target, file)
      } catch (error) {
        if (error instanceof TryEnded) {
          if (stopping) await change(tx => store.recordFailure(tx, id, file, null, null))
          return stopping ? new Date(clock.now()) : null
        }
        const last = tries >= MAX_TRIES
        await change(tx => store.recordFailure(tx, id, file, describeError(error), last ? new Date(clock.now()) : null))
        log.error({ err: error, backup: id }, last ? 'a backup has failed' : 'a backup has failed and is tried again')
        if (last) return null
        throw error
      }
      await rotate(target, id).catch((err: unknown) => log.warn({ err }, 'older backups could not be deleted'))
      return null
    } finally {
      await target.close()
    }
  }

  return jobs.register<BackupJobBody>({
    name: BACKUP_JOB,
    concurrency: 1,
    lease: LEASE_MS,
    renews: true,
    // `run` counts the tries itself, because a failed backup stands in the list of backups.
    maxTries: null,
    backoff: { initialMs: 60_000, maxMs: 600_000 },
    unavailable: 'backups could not be looked for',
    run,
    logFailure: () => {},
  })
}
