import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupTarget } from '../../../platform/settings/settings-schema.ts'
import { S3FileStore } from '../../../platform/storage/s3-file-store.ts'
import { isBackupFile } from './backup-file.ts'

/** Where backups are kept. Files are named as `backupFileName` says. */
export interface OpenTarget {
  kind: BackupTarget['kind']
  /** names the folder or bucket in the table, without secrets */
  id: string
  /** Brings a finished file of the folder to its place. @param onProgress may throw to end it */
  take(name: string, onProgress: () => void): Promise<void>
  has(name: string): Promise<boolean>
  /** @returns null: there is no such file */
  read(name: string): Promise<{ bytes: number; chunks: AsyncIterable<Uint8Array> } | null>
  /** Deletes a file. */
  remove(name: string): Promise<void>
  /** Deletes what a try that did not succeed has left of a file. */
  clear(name: string): Promise<void>
  close(): Promise<void>
}

/** @throws Error for a name that the site does not give */
function pathIn(dir: string, name: string): string {
  if (!isBackupFile(name)) throw new Error(`${name} is no backup that the site has made itself.`)
  return join(dir, name)
}

async function removeFrom(dir: string, name: string): Promise<void> {
  const path = pathIn(dir, name)
  await rm(`${path}.part`, { force: true })
  await rm(path, { force: true })
}

function openFolder(dir: string): OpenTarget {
  return {
    kind: 'folder',
    id: `folder:${dir}`,
    // It was written here.
    take: async () => {},
    has: name =>
      stat(pathIn(dir, name)).then(
        found => found.isFile(),
        () => false,
      ),
    async read(name) {
      const handle = await open(pathIn(dir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return handle === null ? null : { bytes: (await handle.stat()).size, chunks: handle.createReadStream() }
    },
    remove: name => removeFrom(dir, name),
    clear: name => removeFrom(dir, name),
    close: async () => {},
  }
}

type S3Target = Extract<BackupTarget, { kind: 's3' }>

function openBucket(target: S3Target, dir: string): OpenTarget {
  const { endpoint, region, bucket, prefix } = target
  const store = new S3FileStore(target)
  return {
    kind: 's3',
    id: `s3:${endpoint ?? region}/${bucket}/${prefix}`,
    async take(name, onProgress) {
      await store.put(pathIn(dir, name), name, onProgress)
      await removeFrom(dir, name)
    },
    has: name => store.has(name),
    read: name => store.open(name),
    remove: name => store.remove(name),
    async clear(name) {
      await removeFrom(dir, name)
      await store.remove(name)
      await store.abort(name)
    },
    close: () => store.close(),
  }
}

/** @param dir the folder of backups; files for a bucket are written there first */
export const openTarget = (target: BackupTarget, dir: string): OpenTarget =>
  target.kind === 'folder' ? openFolder(dir) : openBucket(target, dir)
