import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkVapidKeys, vapidKeys } from './vapid.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'skillshot-vapid-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('VAPID keys are created once and reused at the next start', () => {
  const keys = vapidKeys(dataDir)
  checkVapidKeys(dataDir)
  expect(vapidKeys(dataDir)).toEqual(keys)
})

it('VAPID keys are refused at the start if the file is truncated or its two keys do not match', () => {
  mkdirSync(join(dataDir, 'secrets'))
  const file = join(dataDir, 'secrets/vapid.json')
  const { publicKey } = vapidKeys(join(dataDir, 'other'))
  const { privateKey } = vapidKeys(join(dataDir, 'third'))
  const whole = JSON.stringify(vapidKeys(join(dataDir, 'other')))
  for (const text of [whole.slice(0, 60), '{}', 'null', JSON.stringify({ publicKey, privateKey })]) {
    writeFileSync(file, text)
    expect(() => checkVapidKeys(dataDir), text).toThrow(`The key in ${file} is no pair of VAPID keys`)
  }
  writeFileSync(file, '')
  expect(() => checkVapidKeys(dataDir)).toThrow(`The key in ${file} is empty`)
})
