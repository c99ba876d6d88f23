import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      rootUrl: null,
      databaseUrl: null,
      loginExpirationDays: 90,
      rateLimits: 'on',
      signUps: 'open',
    })
  })

  it('names every bad value at once, with what to do', () => {
    expect(() => readConfig({ PORT: 'x', SIGN_UPS: 'maybe', ROOT_URL: 'ftp://x', ALLOWED_ORIGINS: 'https://a.example/path' })).toThrow(
      /PORT is "x".*\n.*|SIGN_UPS is "maybe".*one of open, invite, closed/,
    )
    try {
      readConfig({ PORT: 'x', SIGN_UPS: 'maybe', ROOT_URL: 'ftp://x', ALLOWED_ORIGINS: 'https://a.example/path' })
    } catch (error) {
      expect((error as Error).message.split('\n')).toHaveLength(4)
    }
  })

  it('reads secrets from files, and refuses both ways at once', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'url')
    writeFileSync(file, 'postgres://db.example/skillshot\n')
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://db.example/skillshot')
    expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x/y' })).toThrow('not both')
    expect(() => readConfig({ DATABASE_URL_FILE: '/nowhere' })).toThrow('cannot be read')
  })

  it('knows login tokens that never expire, and says what it cannot use yet', () => {
    expect(readConfig({ LOGIN_EXPIRATION_DAYS: 'never' }).loginExpirationDays).toBeNull()
    expect(() => readConfig({ REDIS_URL: 'redis://x' })).toThrow('REDIS_URL is set, but this version cannot use it yet')
  })
})
