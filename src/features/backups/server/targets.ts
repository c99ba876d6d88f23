import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupTarget } from '#platform/settings/settings-schema.ts'
import { S3FileStore } from '#platform/storage/s3-file-store.ts'
import { isBackupFile } from './backup-file.ts'

/** Where backups are kept. Files are named as `backupFileName` says. */
export interface OpenTarget {
  kind: BackupTarget['kind']
  /** names the folder or bucket in the table, without secrets */
  id: string
  /** Returns the path in the folder where a file is written first. */
  draft(name: string): string
  /** Brings a finished draft to its place. @param onProgress may throw to end it */
  take(name: string, onProgress: () => void): Promise<void>
  has(name: string): Promise<boolean>
  /** @returns null: there is no such file */
  read(name: string): Promise<{ bytes: number; chunks: AsyncIterable<Uint8Array> } | null>
  /** Deletes a file. */
  remove(name: string): Promise<void>
  /** Deletes what a try that did not succeed has left of a file. */
  clear(name: string): Promise<void>
  /** Deletes what tries for this target have left in the folder of this node. @param name file of the try that is under way; it stays */
  clearOthers(name: string): Promise<void>
  close(): Promise<void>
}

/** Returns the `id` of a target without opening it. @param dir the folder of backups */
export const targetId = (target: BackupTarget, dir: string): string =>
  target.kind === 'folder' ? `folder:${dir}` : `s3:${target.endpoint ?? target.region}/${target.bucket}/${target.prefix}`

/** @throws Error for a name that the site does not give */
function pathIn(dir: string, name: string): string {
  if (!isBackupFile(name)) throw new Error(`${name} is no backup that the site has made itself.`)
  return join(dir, name)
}

async function removeDraft(path: string): Promise<void> {
  await rm(`${path}.part`, { force: true })
  await rm(path, { force: true })
}

function openFolder(id: string, dir: string): OpenTarget {
  return {
    kind: 'folder',
    id,
    draft: name => pathIn(dir, name),
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
    remove: name => removeDraft(pathIn(dir, name)),
    clear: name => removeDraft(pathIn(dir, name)),
    // Here lie the backups themselves, also those of others, so only a file that the table names is deleted.
    clearOthers: async () => {},
    close: async () => {},
  }
}

type S3Target = Extract<BackupTarget, { kind: 's3' }>

function openBucket(target: S3Target, id: string, dir: string): OpenTarget {
  const store = new S3FileStore(target)
  // Tells drafts from backups that lie in the same folder, and from the drafts of sites with another bucket.
  const ending = `.for-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
  const draft = (name: string): string => pathIn(dir, name) + ending
  return {
    kind: 's3',
    id,
    draft,
    async take(name, onProgress) {
      await store.put(draft(name), name, onProgress)
      await removeDraft(draft(name))
    },
    has: name => store.has(name),
    read: name => store.open(name),
    remove: name => store.remove(name),
    async clear(name) {
      await removeDraft(draft(name))
      // Before these files had an ending of their own, they were written under the plain name.
      await removeDraft(pathIn(dir, name))
      await store.remove(name)
      await store.abort(name)
    },
    async clearOthers(current) {
      for (const found of await readdir(dir)) {
        const name = found.replace(/\.part$/, '')
        const file = name.endsWith(ending) ? name.slice(0, -ending.length) : ''
        if (isBackupFile(file) && file !== current) await rm(join(dir, found), { force: true })
      }
    },
    close: () => store.close(),
  }
}

/** @param dir the folder of backups; files for a bucket are written there first */
export function openTarget(target: BackupTarget, dir: string): OpenTarget {
  const id = targetId(target, dir)
  return target.kind === 'folder' ? openFolder(id, dir) : openBucket(target, id, dir)
}
