import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret that upload forms are signed with: made at the first start, readable by the server's user alone. */
export function localSecret(dataDir: string): string {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, 'storage')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8')
}
