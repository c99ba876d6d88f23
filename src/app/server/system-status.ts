import { statfs } from 'node:fs/promises'
import type { SystemStatus } from '#admin/contract.ts'
import type { BackupsFeature } from '#backups/server/feature.ts'
import type { Config } from '#platform/config/config.ts'
import type { ReadReplicaStats } from '#platform/db/read-replica.ts'
import type { Health } from '#platform/http/health.ts'
import type { ReleaseCheck } from '#platform/releases/release-check.ts'
import { version } from '../../../package.json'
import { readLastBackup } from '../backup/last-backup.ts'

interface StatusSources {
  config: Config
  /** null: mails are written to files */
  mailUrl: string | null
  health: Health
  replica: () => ReadReplicaStats | null
  storage: 'disk' | 's3'
  /** ms */
  startedAt: number
  backups: Pick<BackupsFeature, 'last' | 'lateAt'>
  releases: Pick<ReleaseCheck, 'newer'>
}

/** Reads the state of this node and of what it depends on. */
export async function readSystemStatus({
  config,
  mailUrl,
  health,
  replica,
  storage,
  startedAt,
  backups,
  releases,
}: StatusSources): Promise<SystemStatus> {
  const { dataDir, databaseUrl } = config
  const [answers, disk, byCommand, byItself] = await Promise.all([
    health.checkAll(),
    statfs(dataDir).catch(() => null),
    readLastBackup(dataDir),
    backups.last(),
  ])
  const [backup = null] = [byCommand, byItself].filter(each => each !== null).sort((a, b) => b.at.getTime() - a.at.getTime())
  const stats = replica()
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(startedAt),
    database: { kind: databaseUrl === null ? 'embedded' : 'external', answers: answers.database === true },
    replica: stats === null ? null : { used: stats.used, lag: stats.lag },
    redis: answers.redis === undefined ? null : { answers: answers.redis },
    storage: { kind: storage, answers: answers.storage === true, freeBytes: disk === null ? null : disk.bavail * disk.bsize },
    mail: mailUrl === null ? 'files' : 'smtp',
    backup,
    backupLateAt: backup === null ? null : backups.lateAt(backup.at),
    newerRelease: releases.newer,
  }
}
