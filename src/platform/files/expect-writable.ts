import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '#platform/start-error.ts'

/**
 * Makes sure that a folder can be written, or made where it is missing, and makes nothing.
 * @param folder an absolute path
 * @param name of the setting that names the folder
 * @throws StartError that says what to do
 */
export async function expectWritable(folder: string, name: string): Promise<void> {
  const existing = await nearestExisting(folder)
  const advice = `set ${name} to another folder`
  if (!(await stat(existing)).isDirectory()) throw new StartError(`${folder} cannot be a folder, because ${existing} is a file: ${advice}.`)
  try {
    await access(existing, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartError(`This user may not write to ${existing}: make it writable, or ${advice}.`, { cause })
  }
}

/** The folder itself, or the closest one above it that is there. */
async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    // A folder that may not be entered is there, and its own permissions are looked at next.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EACCES') return null
    throw error
  })
  return found === null ? nearestExisting(dirname(path)) : path
}
