import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from '../id.ts'

const random = (): string => randomBytes(32).toString('base64url')

/** A secret of this site, 32 bytes in base64url unless `make` says otherwise: made when it is first asked for, readable by the server's user alone. */
export function localSecret(dataDir: string, name = 'storage', make: () => string = random): string {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return read(path) ?? made(path, make)
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

/** Written beside and then linked, so that it is there whole or not at all, and the first of two processes wins. */
function made(path: string, make: () => string): string {
  const draft = `${path}.${uuidv7()}`
  writeFileSync(draft, make(), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
