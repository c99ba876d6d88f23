import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: null,
      rootUrl: null,
      databaseUrl: null,
      databaseReplicaUrl: null,
      mailUrl: null,
      mailFrom: null,
      loginExpirationDays: 90,
      rateLimits: 'on',
      signUps: null,
      invitations: null,
      secretsKey: null,
    })
  })

  it('takes a folder of memory maps that has an index', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maps-'))
    expect(() => readConfig({ NVRAM_MAPS: folder })).toThrow('which has no index.json')
    writeFileSync(join(folder, 'index.json'), '{}')
    expect(readConfig({ NVRAM_MAPS: folder }).nvramMaps).toBe(folder)
    expect(readConfig({}).nvramMaps).toBe(null)
  })

  it('takes a key for secrets of exactly 32 bytes', () => {
    const key = Buffer.alloc(32, 7).toString('base64url')
    expect(readConfig({ SECRETS_KEY: key }).secretsKey).toBe(key)
    for (const odd of ['short', `${key}x`, `${key.slice(1)}+`])
      expect(() => readConfig({ SECRETS_KEY: odd }), odd).toThrow('SECRETS_KEY is not 32 bytes')
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

  it('knows login tokens that never expire, and Redis only beside a database', () => {
    expect(readConfig({ LOGIN_EXPIRATION_DAYS: 'never' }).loginExpirationDays).toBeNull()
    expect(() => readConfig({ REDIS_URL: 'redis://x' })).toThrow('REDIS_URL is set without DATABASE_URL')
  })
  it('takes all that linking supporters needs, or nothing, and no provider without encryption', () => {
    const needed = { PATREON_CLIENT_ID: 'id', PATREON_CLIENT_SECRET: 'secret', PATREON_CAMPAIGN_ID: '123' }
    const read = { clientId: 'id', clientSecret: 'secret', campaignId: '123', webhookSecret: null, url: 'https://www.patreon.com' }
    expect(readConfig({}).patreon).toBeNull()
    expect(readConfig(needed).patreon).toEqual(read)
    const standIn = { ...needed, PATREON_URL: 'http://127.0.0.1:4000/', PATREON_WEBHOOK_SECRET: 'hook' }
    expect(readConfig(standIn).patreon).toEqual({ ...read, url: 'http://127.0.0.1:4000', webhookSecret: 'hook' })
    for (const name of Object.keys(needed)) expect(() => readConfig({ ...needed, [name]: '' }), name).toThrow(`${name} is missing`)
    expect(() => readConfig({ PATREON_WEBHOOK_SECRET: 'hook' })).toThrow('PATREON_CLIENT_ID is missing')
    expect(() => readConfig({ ...needed, PATREON_URL: 'http://patreon.example' })).toThrow('PATREON_URL is not encrypted')
    expect(() => readConfig({ ...needed, PATREON_URL: 'ftp://x' })).toThrow('PATREON_URL is not an address')
  })
  it('takes a write key and the origin of its service, or neither, and administrators only beside them', () => {
    const both = { ANALYTICS_WRITE_KEY: 'key', ANALYTICS_HOST: 'https://hits.example' }
    expect(readConfig({}).analytics).toBeNull()
    expect(readConfig(both).analytics).toEqual({ writeKey: 'key', host: 'https://hits.example', admins: [] })
    expect(readConfig({ ...both, ADMIN_USERNAMES: 'ada, grace' }).analytics?.admins).toEqual(['ada', 'grace'])
    expect(readConfig({ ...both, ANALYTICS_HOST: 'http://localhost:4000' }).analytics?.host).toBe('http://localhost:4000')
    for (const name of Object.keys(both)) expect(() => readConfig({ ...both, [name]: '' }), name).toThrow(`${name} is missing`)
    expect(() => readConfig({ ADMIN_USERNAMES: 'ada' })).toThrow('ADMIN_USERNAMES is for analytics alone')
    for (const [host, words] of [
      ['http://hits.example', 'not encrypted'],
      ['https://hits.example/v1', 'more than an origin'],
      ['https://user@hits.example', 'more than an origin'],
      ['hits.example', 'not an address'],
    ] as const)
      expect(() => readConfig({ ...both, ANALYTICS_HOST: host }), host).toThrow(`ANALYTICS_HOST is ${words}`)
  })
  it('takes an e-mail address or a page as the contact, and nothing else', () => {
    for (const contact of ['us@scores.example', 'https://scores.example/contact'])
      expect(readConfig({ CONTACT: contact }).contact).toBe(contact)
    for (const contact of ['us', 'http://scores.example', 'javascript:alert(1)', 'a b@x.example', 'https://x.example/) [a](b'])
      expect(() => readConfig({ CONTACT: contact }), contact).toThrow('CONTACT is')
  })
  it('knows the mail server and who mails come from, and says what is wrong with either', () => {
    const url = 'smtps://bar%40example.com:p%40ss@mail.example:465'
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'mail')
    writeFileSync(file, `${url}\n`)
    expect(readConfig({ MAIL_URL: url }).mailUrl).toBe(url)
    expect(readConfig({ MAIL_URL_FILE: file }).mailUrl).toBe(url)
    for (const MAIL_FROM of ['scores@bar.example', 'Flipper, the bar <scores@bar.example>', '"Flipper" <scores@bar.example>'])
      expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
    expect(() => readConfig({ MAIL_URL: 'https://mail.example' })).toThrow(
      'MAIL_URL is not an address that begins with smtp:// or smtps://.',
    )
    for (const MAIL_URL of ['smtp://', 'smtp:mail.example']) expect(() => readConfig({ MAIL_URL })).toThrow('MAIL_URL names no server.')
    for (const MAIL_FROM of [
      'Flipper',
      'Flipper <scores>',
      '<>',
      'a@b.example, c@d.example',
      'A <a@b.example>, c@d.example',
      'A\nB <a@b.example>',
    ])
      expect(() => readConfig({ MAIL_FROM }), MAIL_FROM).toThrow(/^MAIL_FROM is .*Give an address, or a name and an address/s)
  })

  it('knows who may see the figures and where traces go', () => {
    expect(readConfig({})).toMatchObject({ metricsToken: null, otlpEndpoint: null })
    expect(readConfig({ METRICS_TOKEN: '0123456789abcdef' }).metricsToken).toBe('0123456789abcdef')
    for (const METRICS_TOKEN of ['short', 'with a space in the middle', 'ünïcödé-ünïcödé-ünïcödé'])
      expect(() => readConfig({ METRICS_TOKEN }), METRICS_TOKEN).toThrow(/^METRICS_TOKEN is too easily guessed\. Give 16/)
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }).otlpEndpoint).toBe('http://collector:4318')
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT is not an address')
  })

  it('takes an object store as a whole or not at all', () => {
    expect(readConfig({}).s3).toBeNull()
    const keys = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig({ ...keys, S3_ENDPOINT: 'http://localhost:7480' }).s3).toEqual({
      endpoint: 'http://localhost:7480/',
      region: 'us-east-1',
      bucket: 'pictures',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: null,
    })
    expect(() => readConfig({ S3_BUCKET: 'pictures' })).toThrow(/S3_ACCESS_KEY_ID is missing.*\nS3_SECRET_ACCESS_KEY is missing/)
    expect(() => readConfig({ ...keys, S3_REGION: 'Mars' })).toThrow('S3_REGION is "Mars"')
  })

  it('takes links for the footer: a name and an https address each', () => {
    expect(readConfig({}).socialLinks).toBeNull()
    expect(readConfig({ SOCIAL_LINKS: 'Mastodon https://pinball.example/@club , Our forum  https://forum.example' }).socialLinks).toEqual([
      { text: 'Mastodon', href: 'https://pinball.example/@club' },
      { text: 'Our forum', href: 'https://forum.example/' },
    ])
    for (const odd of [
      'Mastodon',
      'https://pinball.example',
      'Mastodon http://pinball.example',
      'Mastodon javascript:alert(1)',
      'Mastodon https://a:b@pinball.example',
      'Mastodon //pinball.example',
      `${'x'.repeat(41)} https://pinball.example`,
      'a\u202eb https://pinball.example',
    ])
      expect(() => readConfig({ SOCIAL_LINKS: odd }), odd).toThrow(`SOCIAL_LINKS holds "${odd}"`)
    expect(() => readConfig({ SOCIAL_LINKS: 'A https://a.example, B https://a.example/' })).toThrow('SOCIAL_LINKS names an address twice')
    const many = Array.from({ length: 11 }, (_, i) => `A https://a${i}.example`).join()
    expect(() => readConfig({ SOCIAL_LINKS: many })).toThrow('SOCIAL_LINKS holds 11 links. Give at most 10.')
  })

  it('sends to Discord alone, or to a stand-in for it on this machine', () => {
    expect(readConfig({}).privateWebhooks).toBe(false)
    expect(readConfig({ WEBHOOK_TARGETS: 'any' }).privateWebhooks).toBe(true)
    expect(readConfig({}).discordUrl).toBe('https://discord.com')
    expect(readConfig({}).pinballMap).toEqual({ url: 'https://pinballmap.com', token: null })
    expect(readConfig({ PINBALL_MAP_URL: 'http://127.0.0.1:4000/', PINBALL_MAP_TOKEN: 'key' }).pinballMap).toEqual({
      url: 'http://127.0.0.1:4000',
      token: 'key',
    })
    expect(() => readConfig({ PINBALL_MAP_URL: 'http://map.example' })).toThrow('PINBALL_MAP_URL is not encrypted')
    expect(readConfig({ IFPA_API_KEY: 'key' })).toMatchObject({
      matchPlay: { url: 'https://app.matchplay.events' },
      ifpa: { url: 'https://api.ifpapinball.com', key: 'key' },
    })
    expect(() => readConfig({ MATCH_PLAY_URL: 'http://play.example' })).toThrow('MATCH_PLAY_URL is not encrypted')
    expect(readConfig({ DISCORD_URL: 'http://127.0.0.1:4000/' }).discordUrl).toBe('http://127.0.0.1:4000')
    expect(() => readConfig({ DISCORD_URL: 'http://discord.example' })).toThrow('DISCORD_URL is not encrypted')
  })

  it('runs a reporter only with a key', () => {
    expect(readConfig({}).reporter).toBeNull()
    expect(readConfig({ REPORTER: 'off' }).reporter).toBeNull()
    expect(readConfig({ REPORTER: 'on', REPORTER_KEY: 'key' }).reporter).toEqual({ key: 'key' })
    expect(() => readConfig({ REPORTER: 'on' })).toThrow('REPORTER_KEY is missing')
    expect(() => readConfig({ REPORTER_KEY: 'key' })).toThrow('REPORTER_KEY is set without REPORTER=on')
    expect(() => readConfig({ REPORTER: 'yes' })).toThrow('REPORTER is "yes". Give one of off, on.')
  })

  it('takes more push services by their origins alone', () => {
    expect(readConfig({}).pushOrigins).toEqual([])
    expect(readConfig({ PUSH_ORIGINS: 'https://push.example, https://localhost:8443' }).pushOrigins).toEqual([
      'https://push.example',
      'https://localhost:8443',
    ])
    for (const odd of ['http://push.example', 'push.example', 'https://push.example/x', 'https://a@push.example'])
      expect(() => readConfig({ PUSH_ORIGINS: odd })).toThrow(`PUSH_ORIGINS holds "${odd}"`)
  })
})

describe('the key for messages to the app on iPhones', () => {
  const pem = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const key = pem('P-256')
  const all = { APNS_KEY: key, APNS_KEY_ID: 'KEY1234567', APNS_TEAM_ID: 'TEAM123456', APNS_TOPIC: 'example.pins' }

  it('is the file that Apple makes, with what belongs to it, and none is needed', () => {
    expect(readConfig({}).apns).toBeNull()
    const apns = { privateKey: key, keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'example.pins', url: 'https://api.push.apple.com' }
    expect(readConfig(all).apns).toEqual(apns)
    const written = key.trim().replaceAll('\n', '\\n')
    expect(readConfig({ ...all, APNS_KEY: written, APNS_URL: 'https://api.sandbox.push.apple.com/' }).apns).toEqual({
      ...apns,
      privateKey: written,
      url: 'https://api.sandbox.push.apple.com',
    })
  })

  it('is refused when something is missing or it is no such key, or where it would be sent over a plain line', () => {
    for (const name of Object.keys(all)) expect(() => readConfig({ ...all, [name]: '' }), name).toThrow('Set APNS_KEY, APNS_KEY_ID')
    expect(() => readConfig({ APNS_URL: 'https://push.example' })).toThrow('or none of them and no APNS_URL')
    for (const odd of ['x', pem('P-384')]) expect(() => readConfig({ ...all, APNS_KEY: odd })).toThrow('APNS_KEY is no key of Apple')
    expect(() => readConfig({ ...all, APNS_TOPIC: 'pins\napp' })).toThrow('One of them has others')
    expect(() => readConfig({ ...all, APNS_URL: 'http://push.example' })).toThrow('APNS_URL is not encrypted')
  })
})

describe('the account for messages to the app', () => {
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const account = {
    project_id: 'pins',
    client_email: 'push@pins.example',
    private_key: privateKey,
    token_uri: 'https://oauth2.example/token',
  }
  const read = (given: object, more: Record<string, string> = {}) => readConfig({ FCM_SERVICE_ACCOUNT: JSON.stringify(given), ...more }).fcm

  it('is the file that Firebase makes, and none is needed', () => {
    expect(readConfig({}).fcm).toBeNull()
    expect(read(account)).toEqual({
      projectId: 'pins',
      clientEmail: 'push@pins.example',
      privateKey,
      tokenUrl: 'https://oauth2.example/token',
      url: 'https://fcm.googleapis.com',
    })
  })

  it('is refused when it is incomplete, or would send its key over a plain line', () => {
    for (const odd of [
      {},
      { ...account, private_key: 'x' },
      { ...account, token_uri: 'http://oauth2.example/token' },
      { ...account, project_id: '../x' },
    ])
      expect(() => read(odd)).toThrow('FCM_SERVICE_ACCOUNT is no key of a service account')
    expect(() => readConfig({ FCM_SERVICE_ACCOUNT: 'no JSON' })).toThrow('FCM_SERVICE_ACCOUNT is no key of a service account')
    expect(() => read(account, { FCM_URL: 'http://fcm.example' })).toThrow('FCM_URL is not encrypted')
    expect(() => readConfig({ FCM_URL: 'https://fcm.example' })).toThrow('FCM_URL is set without FCM_SERVICE_ACCOUNT')
  })
})
