import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileSecrets, type SiteSecrets } from '#platform/settings/site-secrets.ts'
import { VAPID_SECRET, vapidForm, vapidKeys } from './vapid.ts'

let dataDir: string

const secretsIn = (folder: string): SiteSecrets => fileSecrets(folder, { [VAPID_SECRET]: vapidForm })

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'skillshot-vapid-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('VAPID keys are created once and reused at the next start', () => {
  const keys = vapidKeys(secretsIn(dataDir))
  secretsIn(dataDir).check(VAPID_SECRET)
  expect(vapidKeys(secretsIn(dataDir))).toEqual(keys)
})

it('VAPID keys are refused at the start if the file is truncated or its two keys do not match', () => {
  mkdirSync(join(dataDir, 'secrets'))
  const file = join(dataDir, 'secrets/vapid.json')
  const { publicKey } = vapidKeys(secretsIn(join(dataDir, 'other')))
  const { privateKey } = vapidKeys(secretsIn(join(dataDir, 'third')))
  const whole = JSON.stringify(vapidKeys(secretsIn(join(dataDir, 'other'))))
  for (const text of [whole.slice(0, 60), '{}', 'null', JSON.stringify({ publicKey, privateKey })]) {
    writeFileSync(file, text)
    expect(() => secretsIn(dataDir).check(VAPID_SECRET), text).toThrow(`The key in ${file} is no pair of VAPID keys`)
  }
  writeFileSync(file, '')
  expect(() => secretsIn(dataDir).check(VAPID_SECRET)).toThrow(`The key in ${file} is empty`)
})
