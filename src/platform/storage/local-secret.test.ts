import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localSecret } from './local-secret.ts'

const run = promisify(execFile)
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'skillshot-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('makes a secret once, for the eyes of the server alone', () => {
  const secret = localSecret(dataDir)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(localSecret(dataDir)).toBe(secret)
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['storage'])
  expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'secrets/storage')).mode & 0o777).toBe(0o600)
})

it('makes another for another folder', () => {
  expect(localSecret(join(dataDir, 'a'))).not.toBe(localSecret(join(dataDir, 'b')))
})

it('gives processes that start at once the same', async () => {
  // They wait for one moment, then ask for the secrets of many folders in the same order.
  const ask = `
    import { localSecret } from ${JSON.stringify(new URL('local-secret.ts', import.meta.url).href)}
    while (Date.now() < Number(process.argv[1])) {}
    console.log(Array.from({ length: 200 }, (_, n) => localSecret(process.argv[2] + '/' + n)).join())`
  const start = String(Date.now() + 2500)
  const answers = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', ask, start, dataDir])),
  )
  const secrets = answers.map(({ stdout }) => stdout.trim().split(','))
  expect(new Set(secrets[0]).size).toBe(200)
  expect(secrets[0]!.every(secret => /^[\w-]{43}$/.test(secret))).toBe(true)
  expect(secrets[1]).toEqual(secrets[0])
  expect(secrets[2]).toEqual(secrets[0])
})
