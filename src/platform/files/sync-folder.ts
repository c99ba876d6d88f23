import { open } from 'node:fs/promises'

/**
 * Waits until the names in a folder are on the disk. Only then the new name of a renamed file is there: fsync of the file itself covers
 * only its content (fsync(2)). On Windows this does nothing: a folder cannot be opened there, and the system writes names by itself.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
