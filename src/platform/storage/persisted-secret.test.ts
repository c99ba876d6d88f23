import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartError } from '#platform/start-error.ts'
import { checkPersistedSecret, persistedSecret } from './persisted-secret.ts'

const run = promisify(execFile)
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'skillshot-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('makes a secret once, for the eyes of the server alone', () => {
  const secret = persistedSecret(dataDir)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(persistedSecret(dataDir)).toBe(secret)
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['storage'])
  expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'secrets/storage')).mode & 0o777).toBe(0o600)
})

it('makes another for another folder', () => {
  expect(persistedSecret(join(dataDir, 'a'))).not.toBe(persistedSecret(join(dataDir, 'b')))
})

it.each([
  ['', 'is empty'],
  ['\n', 'is empty'],
  ['abc', 'has 3 characters instead of 43'],
  ['x'.repeat(42), 'has 42 characters instead of 43'],
  ['x'.repeat(44), 'has 44 characters instead of 43'],
  [`${'x'.repeat(42)}+`, 'has characters that are not of base64url'],
])('refuses a file that holds %j, in one sentence that names it, and leaves it', (text, problem) => {
  const file = join(dataDir, 'secrets/storage')
  mkdirSync(join(dataDir, 'secrets'))
  writeFileSync(file, text)
  for (const ask of [() => persistedSecret(dataDir), () => checkPersistedSecret(dataDir, 'storage')]) {
    expect(ask).toThrow(StartError)
    expect(ask).toThrow(
      `The key in ${file} ${problem}: put the right file back, from a backup or another node, or remove it to have a new one made.`,
    )
  }
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['storage'])
})

it('takes a file that an editor or a secret store has ended with a new line', () => {
  const secret = persistedSecret(dataDir)
  writeFileSync(join(dataDir, 'secrets/storage'), `${secret}\n`)
  expect(persistedSecret(dataDir)).toBe(secret)
})

it('makes nothing when it only checks', () => {
  checkPersistedSecret(dataDir, 'storage')
  expect(readdirSync(dataDir)).toEqual([])
})

it('gives processes that start at once the same', async () => {
  // The processes wait for the same time, then ask for the secrets of many folders in the same order.
  const ask = `
    import { persistedSecret } from ${JSON.stringify(new URL('persisted-secret.ts', import.meta.url).href)}
    while (Date.now() < Number(process.argv[1])) {}
    console.log(Array.from({ length: 200 }, (_, n) => persistedSecret(process.argv[2] + '/' + n)).join())`
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
