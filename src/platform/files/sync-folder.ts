import { open } from 'node:fs/promises'

/**
 * Waits until the names in a folder are on the disk. A file that was renamed has its new name there only after that: fsync of the file itself covers
 * what it contains (fsync(2)). Windows opens no folders and keeps names by itself.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
