import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#platform/start-error.ts'
import { uuidv7 } from '#platform/uuid.ts'

/** The format of a secret. */
export interface SecretForm {
  make(): string
  /** Returns what is wrong with a text, as the end of the sentence "The key in FILE …", or null if it is valid. */
  problem(text: string): string | null
}

/** 32 random bytes in base64url: 43 characters. */
export const RANDOM_KEY: SecretForm = {
  make: () => randomBytes(32).toString('base64url'),
  problem(text) {
    if (text.length !== 43) return `has ${text.length} characters instead of 43`
    return /^[\w-]+$/.test(text) ? null : 'has characters that are not of base64url'
  },
}

const secretPath = (dataDir: string, name: string): string => join(dataDir, 'secrets', name)

/**
 * Returns a secret of this site. The first call creates its file, which only the server's user can read. White space around the secret
 * in the file is ignored.
 * @throws StartError naming the file if its content is not a valid secret. The file is never replaced, because everything encrypted or
 *   signed with the right secret, which may be in a backup, would be lost.
 */
export function persistedSecret(dataDir: string, name = 'storage', form = RANDOM_KEY): string {
  const path = secretPath(dataDir, name)
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  return read(path, form) ?? created(path, form)
}

/**
 * Checks a secret at the start of the server without creating it: if the file exists, its content must be valid.
 * @throws StartError as `persistedSecret` does
 */
export function checkPersistedSecret(dataDir: string, name: string, form = RANDOM_KEY): void {
  read(secretPath(dataDir, name), form)
}

/** Returns a secret of this site if its file exists, else null. @throws StartError as `persistedSecret` does */
export const readPersistedSecret = (dataDir: string, name: string, form = RANDOM_KEY): string | null =>
  read(secretPath(dataDir, name), form)

/** @returns null if there is no such file */
function read(path: string, form: SecretForm): string | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
  const problem = text === '' ? 'is empty' : form.problem(text)
  if (problem === null) return text
  throw new StartError(
    `The key in ${path} ${problem}: put the right file back, from a backup or another node, or remove it to have a new one made.`,
  )
}

/**
 * Creates the file atomically: a draft is written, flushed to the disk and then linked. So the file is complete or absent, also after a
 * power failure, and the first of two processes wins. The folder is flushed too, so that a power failure cannot remove a key that has
 * been used.
 */
function created(path: string, form: SecretForm): string {
  const draft = `${path}.${uuidv7()}`
  writeFileSync(draft, form.make(), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  syncSecretFolder(join(path, '..'))
  return read(path, form)!
}

/** Windows cannot open a folder, and flushes its entries itself. */
function syncSecretFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
