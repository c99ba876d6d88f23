import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachDatabase } from '#platform/db/reach-database.ts'
import { StartError } from '#platform/start-error.ts'
import { ClusterNode, ROOT } from './node.ts'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const PASSWORD = 'Correct-Horse-7'
const certs = mkdtempSync(join(tmpdir(), 'skillshot-certs-'))
const ca = join(certs, 'ca.crt')
const other = join(certs, 'other.crt')
let port: number
let plainPort: number
let encrypted: Postgres
let plain: Postgres

const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { cwd: certs, stdio: 'ignore' })

/** Creates a certificate authority, a certificate signed by it for `db.example` and 127.0.0.1, and an unrelated authority. */
function makeCertificates(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const name of ['ca', 'other'])
    openssl('req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`)
  openssl('req', ...key, '-subj', '/CN=db.example', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(certs, 'names'), 'subjectAltName=DNS:db.example,IP:127.0.0.1\n')
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'server.crt',
  )
  openssl('req', ...key, '-subj', '/CN=certified', '-keyout', 'client.key', '-out', 'client.csr')
  openssl('x509', '-req', '-in', 'client.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-out', 'client.crt')
}

const listening = (data: string, at: number, lines: string[]): void => {
  appendFileSync(join(data, 'postgresql.auto.conf'), [`listen_addresses = '127.0.0.1'`, `port = ${at}`, ...lines, ''].join('\n'))
}

async function asOwner({ url }: Postgres, at: number, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(':5432', `:${at}`) })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { env: { PATH: process.env.PATH }, stdio: 'ignore' })
  makeCertificates()
  ;[port, plainPort] = [await freePort(), await freePort()]
  encrypted = await startPostgres(false, data => {
    for (const name of ['server.crt', 'server.key', 'ca.crt']) copyFileSync(join(certs, name), join(data, name))
    chmodSync(join(data, 'server.key'), 0o600)
    listening(data, port, ['ssl = on', `ssl_ca_file = 'ca.crt'`])
    const lines = [
      'local all all trust',
      'hostssl all only_tls 127.0.0.1/32 scram-sha-256',
      'hostnossl all only_plain 127.0.0.1/32 scram-sha-256',
      'hostssl all certified 127.0.0.1/32 cert',
      'host all player 127.0.0.1/32 scram-sha-256',
    ]
    writeFileSync(join(data, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  })
  plain = await startPostgres(false, data => {
    listening(data, plainPort, ['ssl = off'])
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  })
  const users = ['player', 'only_tls', 'only_plain', 'certified'].map(name => `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'`)
  await asOwner(encrypted, port, ...users, 'CREATE DATABASE site OWNER player', 'CREATE DATABASE foreign_site')
  await asOwner(plain, plainPort, users[0]!, 'CREATE DATABASE site OWNER player')
}, 120_000)

afterAll(async () => {
  await encrypted?.close()
  await plain?.close()
  rmSync(certs, { recursive: true, force: true })
})

const getUrl = (query = '', { user = 'player', password = PASSWORD, host = '127.0.0.1', at = port, database = 'site' } = {}): string =>
  `postgres://${user}${password === '' ? '' : `:${password}`}@${host}:${at}/${database}${query}`

/** True if the connection that a database URL leads to is encrypted. */
async function encryptedAt(url: string): Promise<boolean> {
  const client = new pg.Client({ ...(await reachDatabase(url)) })
  await client.connect()
  const { rows } = await client.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
  await client.end()
  return rows[0]!.ssl
}

/** The one-sentence error with which a start with this URL fails. */
async function errorMessage(url: string): Promise<string> {
  const error = await reachDatabase(url).then(
    () => null,
    (cause: unknown) => cause,
  )
  expect(error, String((error as Error | null)?.stack)).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^[^\n]+\.$/)
  expect(message).not.toContain(PASSWORD)
  return message
}

describe('sslmode', () => {
  it.each([
    ['', true],
    ['?sslmode=disable', false],
    ['?sslmode=allow', false],
    ['?sslmode=prefer', true],
    ['?sslmode=require', true],
    ['?ssl=true', true],
  ])('of the address %j on a Postgres with TLS makes a connection that is encrypted: %s', async (query, is) => {
    expect(await encryptedAt(getUrl(query))).toBe(is)
  })

  it.each(['', '?sslmode=disable', '?sslmode=allow', '?sslmode=prefer'])('%j takes what a Postgres without TLS has', async query => {
    expect(await encryptedAt(getUrl(query, { at: plainPort }))).toBe(false)
  })

  it('follows pg_hba.conf where the mode leaves open whether to encrypt', async () => {
    expect(await encryptedAt(getUrl('?sslmode=allow', { user: 'only_tls' }))).toBe(true)
    expect(await encryptedAt(getUrl('?sslmode=prefer', { user: 'only_plain' }))).toBe(false)
    expect(await errorMessage(getUrl('?sslmode=require', { user: 'only_plain' }))).toContain('refuses the user "only_plain"')
    expect(await errorMessage(getUrl('?sslmode=disable', { user: 'only_tls' }))).toContain('refuses the user "only_tls"')
  })

  it.each(['require', 'verify-ca', 'verify-full'])('%s takes a certificate of the authority that is named, and no other', async mode => {
    expect(await encryptedAt(getUrl(`?sslmode=${mode}&sslrootcert=${ca}`))).toBe(true)
    expect(await errorMessage(getUrl(`?sslmode=${mode}&sslrootcert=${other}`))).toContain('is not trusted')
  })

  it('verify-full alone asks whether the certificate is for this host', async () => {
    const at = { host: 'localhost' }
    expect(await encryptedAt(getUrl(`?sslmode=verify-ca&sslrootcert=${ca}`, at))).toBe(true)
    expect(await errorMessage(getUrl(`?sslmode=verify-full&sslrootcert=${ca}`, at))).toContain('is not for localhost')
  })

  it('verify-full without an authority trusts those that Node knows, which are not ours', async () => {
    for (const query of ['?sslmode=verify-full', '?sslmode=verify-full&sslrootcert=system', '?sslrootcert=system'])
      expect(await errorMessage(getUrl(query)), query).toContain('is not trusted')
  })

  it('takes a certificate of the client’s own', async () => {
    const own = `&sslcert=${join(certs, 'client.crt')}&sslkey=${join(certs, 'client.key')}`
    expect(await encryptedAt(getUrl(`?sslmode=require${own}`, { user: 'certified', password: '' }))).toBe(true)
    expect(await errorMessage(getUrl('?sslmode=require', { user: 'certified', password: '' }))).toContain('refuses the user "certified"')
  })

  it('does nothing on a Unix socket', async () => {
    expect(await encryptedAt(`${encrypted.url.replace(':5432', `:${port}`)}&sslmode=require`)).toBe(false)
  })

  it.each([
    ['?sslmode=strict', 'sslmode=strict. Give one of disable, allow, prefer, require, verify-ca, verify-full.'],
    ['?sslmode=verify-ca', 'verify-ca without sslrootcert'],
    ['?sslmode=require&sslrootcert=system', 'Give sslmode=verify-full'],
    ['?sslmode=require&sslrootcert=/nowhere/ca.crt', '/nowhere/ca.crt as sslrootcert, which cannot be read'],
    ['?sslmode=require&sslcert=/nowhere/me.crt', '/nowhere/me.crt as sslcert, which cannot be read'],
    ['?sslcrl=/some/list', 'sslcrl, which Skillshot cannot follow'],
  ])('%j is refused by a sentence', async (query, words) => {
    expect(await errorMessage(getUrl(query))).toContain(words)
  })
})

/** Starts the server as an operator would; returns its exit code and error output. */
async function failedStart(url: string): Promise<{ code: number | null; err: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-start-'))
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/server.js')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  rmSync(dataDir, { recursive: true, force: true })
  return { code, err }
}

describe('a DATABASE_URL that does not work', () => {
  const cases: [what: string, url: () => string, words: string][] = [
    ['the password is wrong', () => getUrl('', { password: 'wrong' }), 'does not take this password of the user "player"'],
    ['there is no password', () => getUrl('', { password: '' }), 'wants a password of the user "player"'],
    ['there is no such user', () => getUrl('', { user: 'nobody' }), 'refuses the user "nobody"'],
    ['there is no such database', () => getUrl('', { database: 'nothing' }), 'has no database "nothing": make it (createdb)'],
    ['the host is not found', () => getUrl('', { host: 'db.invalid' }), 'The host db.invalid of DATABASE_URL cannot be found'],
    ['it has no TLS', () => getUrl('?sslmode=require', { at: plainPort }), 'does not encrypt connections: switch on its TLS'],
    [
      'it sets what Postgres does not know',
      () => getUrl('?options=-c%20no_such_setting%3D1'),
      'a setting of DATABASE_URL or PGOPTIONS (unrec',
    ],
    ['the certificate is made by itself', () => getUrl('?sslmode=verify-full'), 'is not trusted'],
  ]

  it.each(cases)('because %s is told in one sentence', async (_, url, words) => {
    expect(await errorMessage(url())).toContain(words)
  })

  it.each([
    ['nobody listens', async () => getUrl('', { at: await freePort() }), 'No Postgres takes connections at 127.0.0.1:'],
    ['the password is wrong', async () => getUrl('', { password: 'wrong' }), 'does not take this password of the user "player"'],
    ['the user may not make tables', async () => getUrl('', { database: 'foreign_site' }), 'may not make tables'],
  ])('because %s ends the start with that sentence and nothing else', async (_, url, words) => {
    const { code, err } = await failedStart(await url())
    expect(code).toBe(1)
    expect(err.trim().split('\n')).toEqual(['Skillshot could not start.', expect.stringContaining(words)])
    expect(err).toMatch(/\.\n$/)
    expect(err).not.toContain(PASSWORD)
  })

  it('because nothing answers ends it too', async () => {
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port: at } = silent.address() as AddressInfo
    expect(await errorMessage(getUrl('', { at }))).toContain(`The Postgres at 127.0.0.1:${at} does not answer`)
    silent.close()
  })
})

it('a site runs on an encrypted Postgres, and the commands beside it', async () => {
  const node = new ClusterNode(await freePort(), { DATABASE_URL: getUrl(`?sslmode=verify-full&sslrootcert=${ca}`) })
  await node.start()
  expect(await (await fetch(`${node.http}/readyz`)).text()).toBe('ready\n')
  expect(await node.admin('roles')).toBeDefined()
  expect(await node.stop()).toBe(0)
  await node.close()
})
