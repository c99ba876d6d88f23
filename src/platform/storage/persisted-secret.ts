import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { uuidv7 } from '../uuid.ts'

/** What the text of a secret looks like. */
export interface SecretForm {
  make(): string
  /** what is wrong with a text, as the end of "The key in FILE …"; null: nothing */
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

const pathOf = (dataDir: string, name: string): string => join(dataDir, 'secrets', name)

/**
 * A secret of this site, made when it is first asked for, readable by the server's user alone. White space around it in the file is ignored.
 * @throws StartError naming the file when what is in it is no such secret. It is never replaced: what is sealed or signed with the right one, which
 *   may be in a backup, would be lost.
 */
export function persistedSecret(dataDir: string, name = 'storage', form = RANDOM_KEY): string {
  const path = pathOf(dataDir, name)
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  return read(path, form) ?? made(path, form)
}

/** For the start, where a secret is made only when it is first needed: a file that is there must be good. @throws StartError as `persistedSecret` does */
export function checkPersistedSecret(dataDir: string, name: string, form = RANDOM_KEY): void {
  read(pathOf(dataDir, name), form)
}

/** @returns null when there is no such file */
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
 * Written beside and flushed to the disk, then linked: the file is there whole or not at all, also after a power cut, and the first of two processes
 * wins. The folder is flushed too, before anything is sealed with a key that a power cut could take away.
 */
function made(path: string, form: SecretForm): string {
  const draft = `${path}.${uuidv7()}`
  writeFileSync(draft, form.make(), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  flushFolder(join(path, '..'))
  return read(path, form)!
}

/** Windows cannot open a folder, and writes its entries by itself. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
