import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ArchiveReader } from '#app/backup/archive-reader.ts'
import { ArchiveWriter } from '#app/backup/archive-writer.ts'
import { CHECKSUM, MANIFEST } from '#app/backup/manifest.ts'
import { acquireInstanceLock } from '#app/server/single-instance-lock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool, type DatabaseAddress } from '#platform/db/pool.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { openPlayer } from '../../chaos/player.ts'
import { createSeededRandom } from '../../chaos/seeded.ts'
import { ServerProcess } from '../../chaos/server-process.ts'
import { Submitter } from '../../chaos/submitter.ts'
import { waitUntil } from '../../scale/wait.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { drawPhoto, uploadPicture } from '../helpers/pictures.ts'
import { type ProgramResult, runProgram } from '../helpers/run-program.ts'
import { type LoginResult, logIn, signUp, type TestUser } from '../helpers/users.ts'

/** Number of rows beside those of the game, so that a backup takes a while. */
const BULK = 40_000
const SUBMITTERS = 10
/** acknowledged writes before a backup under load begins */
const WARM = 300

const base = mkdtempSync(join(tmpdir(), 'skillshot-backup-'))
chmodSync(base, 0o755)
const running: ServerProcess[] = []

let server: ServerProcess
let machineId: string
let ada: TestUser
/** A backup taken while nothing was written, and every row at that time. */
const quiet: { file: string; rows: string[] } = { file: join(base, 'quiet.tar'), rows: [] }

async function started(name: string): Promise<ServerProcess> {
  const made = new ServerProcess(join(base, name))
  running.push(made)
  await made.start()
  return made
}

async function onDatabase<T>(connection: DatabaseAddress, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(createPool(connection, () => {}, { size: 3, longRunning: true }))
  return use(database).finally(() => database.close())
}

/** Runs `use` on the database of a data folder, beside its server or alone. */
async function inFolder<T>({ dataDir }: ServerProcess, use: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'tool', log: () => {} })
  return onDatabase(postgres.connection, use).finally(() => postgres.stop())
}

/** Returns every row, index and constraint, sorted. */
async function rowsOf(database: Database): Promise<string[]> {
  const schema = await database.pool.query<{ text: string }>(`
    SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`)
  return [...(await dumpTables({ app: { database } })).split('\n'), ...schema.rows.map(({ text }) => text)].sort()
}

/** Returns the operator's own files, the secrets and the pictures. */
const filesOf = ({ dataDir }: ServerProcess): Record<string, string> =>
  Object.fromEntries(
    ['policies', 'secrets', 'storage'].flatMap(folder =>
      readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .map(path => [path.slice(dataDir.length), readFileSync(path, 'base64')]),
    ),
  )

/** Returns what a visitor sees. */
async function readSite({ endpoint, port }: ServerProcess): Promise<object> {
  const client = await DdpTestClient.open(endpoint)
  await client.subscribe('boards.top', { scope: { machineId }, limit: 50 })
  await client.subscribe('players.one', { username: 'Ada' })
  const seen = ['boards', 'boardRows', 'players', 'playerBests'].map(collection => [...client.documents(collection)])
  await client.close()
  const [player] = [...client.documents('players').values()] as { picture?: { url: string } }[]
  const picture = await fetch(`http://127.0.0.1:${port}${player!.picture!.url}`)
  const privacy = await (await fetch(`http://127.0.0.1:${port}/privacy`)).text()
  const bytes = async (path: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return `${answer.status} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`
  }
  return {
    seen,
    picture: Buffer.from(await picture.arrayBuffer()).toString('base64'),
    ours: privacy.includes('Ours alone'),
    title: /<title>(.*)<\/title>/.exec(privacy)?.[1],
    branding: await Promise.all(['/branding.css', '/branding/192.png', '/manifest.webmanifest'].map(bytes)),
  }
}

/** Gives the site a name, a colour and a logo. */
async function brand(site: ServerProcess, user: TestUser): Promise<void> {
  const { client, username } = user
  const branding = { name: 'Flipper Club', accentColor: '#2f7bff' }
  await site.admin('roles', '--add', 'admin', '--username', username)
  // The server follows what the command has changed a moment later.
  await waitUntil('she administers the site', async () => (await client.tryCall('settings.update', branding)).error === undefined)
  await client.call('settings.update', { logo: await uploadPicture(user, 'siteLogoUpload', await drawPhoto(400, 400)) })
  await client.subscribe('settings.all', {})
  await client.waitUntil(() => client.documents('settings').get('logo')?.value !== null)
}

beforeAll(async () => {
  mkdirSync(join(base, 'site/policies'), { recursive: true })
  writeFileSync(join(base, 'site/policies/privacy.md'), '# Ours alone\n')
  server = await started('site')
  machineId = await inFolder(server, async ({ pool }) => {
    await pool.query(
      `INSERT INTO audit_log (id, action, subject_kind, subject_id, details)
       SELECT 'bulk-' || n, 'none', 'none', n::text, jsonb_build_object('text', repeat(md5(n::text), 8)) FROM generate_series(1, $1::int) n`,
      [BULK],
    )
    return (await pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT 1')).rows[0]!.id
  })
  ada = await signUp(server, 'Ada', { email: 'ada@backup.example' })
  await ada.client.call('players.edit', { picture: await uploadPicture(ada, 'profilePicUpload', await drawPhoto(400, 300)) })
  await brand(server, ada)
  await ada.client.subscribe('players.one', { username: 'Ada' })
  // The Web Push keys are generated when they are first requested.
  await ada.client.subscribe('notifications.mine', {})
  await ada.client.waitUntil(() => [...ada.client.documents('players').values()].some(({ picture }) => picture !== undefined))
  await ada.client.call('scores.submit', { _id: uuidv7(), machineId, value: 12_345_670, comment: 'Tab\there,\nnew line, \\N and 🎯' })
  await waitUntil('her mail is written', () => existsSync(join(server.dataDir, 'outbox')))
  await inFolder(server, async database => {
    await waitUntil('no mail is due', async () => (await database.pool.query('SELECT FROM jobs')).rowCount === 0)
    quiet.rows = await rowsOf(database)
    expect(await server.run('backup', quiet.file)).toMatchObject({ code: 0 })
    expect(await rowsOf(database)).toEqual(quiet.rows)
  })
}, 120_000)

afterAll(async () => {
  await ada.client.close()
  for (const each of running) await each.stop('SIGTERM')
  rmSync(base, { recursive: true, force: true })
})

/** Creates an empty database on the Postgres of the tests, whose version may differ from that of the embedded one. */
async function withEmptyDatabase<T>(
  use: (site: { connection: pg.ClientConfig & DatabaseAddress; dataDir: string }) => Promise<T>,
): Promise<T> {
  const { template, ...address } = inject('postgres')
  const database = `backup_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ ...address, database: 'postgres' })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${database}`)
  try {
    return await use({ connection: { ...address, database }, dataDir: join(base, database) })
  } finally {
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
    await admin.end()
  }
}

describe('a backup', () => {
  it('is one file that only its owner reads, and that tar reads too', () => {
    expect(statSync(quiet.file).mode & 0o777).toBe(0o600)
    expect(existsSync(`${quiet.file}.part`)).toBe(false)
  })

  it('[K5] restored into an empty folder is the same site, to the last row and byte', async () => {
    const copy = new ServerProcess(join(base, 'copy'))
    expect(await copy.run('restore', quiet.file)).toMatchObject({ code: 0 })
    expect(await inFolder(copy, rowsOf)).toEqual(quiet.rows)
    expect(filesOf(copy)).toEqual(filesOf(server))
    expect(Object.keys(filesOf(copy)).some(path => path.endsWith('full.jpg'))).toBe(true)
    expect(Object.keys(filesOf(copy)).filter(path => path.startsWith('/secrets/'))).toEqual(['/secrets/storage', '/secrets/vapid.json'])
    for (const secret of readdirSync(join(copy.dataDir, 'secrets')))
      expect(statSync(join(copy.dataDir, 'secrets', secret)).mode & 0o777).toBe(0o600)

    const again = await started('copy')
    const site = await readSite(server)
    expect(site).toMatchObject({ title: expect.stringMatching(/· Flipper Club$/), branding: Array(3).fill(expect.stringMatching(/^200 /)) })
    expect(await readSite(again)).toEqual(site)
    const client = await DdpTestClient.open(again.endpoint)
    expect(await client.call<LoginResult>('login', { resume: ada.token })).toMatchObject({ id: ada.id, type: 'resume' })
    expect(await logIn(client, 'Ada')).toMatchObject({ id: ada.id, type: 'password' })
    await client.call('scores.submit', { _id: uuidv7(), machineId, value: 5 })
    await client.close()
    expect(await again.admin('verify-storage')).toMatchObject({ code: 0 })
    expect(await again.run('restore', quiet.file)).toMatchObject({ code: 1, output: expect.stringContaining('Another server runs on') })
  }, 120_000)

  it('restores into another Postgres, and refuses one that nodes run on, or that is not empty any more', async () => {
    await withEmptyDatabase(async site => {
      const restore = (): Promise<ProgramResult> => runProgram(site, 'restore', [quiet.file])
      const node = await acquireInstanceLock({ connection: site.connection, shared: true, clock: systemClock, onLost: () => {} })
      expect(await restore()).toMatchObject({ code: 2, err: 'A server runs on this database. Stop every node of it first.\n' })
      expect(await onDatabase(site.connection, rowsOf)).toEqual([''])
      expect(existsSync(site.dataDir)).toBe(false)
      await node.release()
      expect(await restore()).toMatchObject({ code: 0, err: '' })
      expect(await onDatabase(site.connection, rowsOf)).toEqual(quiet.rows)
      expect(await restore()).toMatchObject({ code: 2, err: expect.stringMatching(/^The database is not empty\. Make a new one/) })
      expect(await onDatabase(site.connection, rowsOf)).toEqual(quiet.rows)
    })
  })

  it('[K5] taken under load has all that was acknowledged before it began, all of one moment, and keeps nobody waiting', async () => {
    const random = createSeededRandom(7)
    const submitters: Submitter[] = []
    for (let i = 0; i < SUBMITTERS; i++) {
      const player = openPlayer(server.endpoint, random)
      submitters.push(new Submitter({ player, userId: await player.signUp(`Submitter ${i}`), random }))
    }
    const acknowledged: number[] = [performance.now()]
    let over = false
    let enough = (): void => {}
    const work = submitters.map(async submitter => {
      while (!over) {
        const before = submitter.writes
        await submitter.callRandomMethod([machineId], [undefined, new Date(Date.now() - 864_000_000)])
        if (submitter.writes > before) acknowledged.push(performance.now())
        if (acknowledged.length > WARM) enough()
      }
    })
    await new Promise<void>(resolve => {
      enough = resolve
    })
    const calm = { from: acknowledged[0]!, to: performance.now() }
    const promised = submitters.flatMap(({ submitted: own }) => own.map(({ params, removed }) => ({ id: params._id, removed })))
    const file = join(base, 'busy.tar')
    const busy = { from: performance.now(), to: 0 }
    expect(await server.run('backup', file)).toMatchObject({ code: 0 })
    busy.to = performance.now()
    over = true
    await Promise.all(work)
    for (const { player } of submitters) player.close()
    expect(submitters.flatMap(({ violations: faults }) => faults)).toEqual([])

    const copy = new ServerProcess(join(base, 'busy'))
    expect(await copy.run('restore', file)).toMatchObject({ code: 0 })
    expect(await copy.admin('recompute')).toMatchObject({ code: 0, output: expect.stringMatching(/ 0 differences\n$/) })
    const rows = await inFolder(copy, async ({ pool }) => {
      const scores = await pool.query<{ id: string; removed: boolean }>('SELECT id, removed_at IS NOT NULL AS removed FROM scores')
      const feed = await pool.query<{ n: number }>('SELECT n, kind, body FROM feed ORDER BY n')
      const { rows: heads } = await pool.query<{ n: number; receipt: number; given: number }>(
        'SELECT n, (SELECT max(receipt) FROM scores) AS receipt, (SELECT last_value FROM scores_receipt_seq) AS given FROM feed_head',
      )
      return { scores: new Map(scores.rows.map(({ id, removed }) => [id, removed])), feed: feed.rows, ...heads[0]! }
    })
    expect(promised.filter(({ id, removed }) => rows.scores.get(id) === undefined || (removed && !rows.scores.get(id)))).toEqual([])
    expect(rows.feed.at(-1)!.n).toBe(rows.n)
    expect(rows.given).toBeGreaterThanOrEqual(rows.receipt)
    const then = await inFolder(server, ({ pool }) => pool.query('SELECT n, kind, body FROM feed WHERE n <= $1 ORDER BY n', [rows.n]))
    expect(rows.feed).toEqual(then.rows)

    const longest = ({ from, to }: { from: number; to: number }): number => {
      const moments = [from, ...acknowledged.filter(at => at > from && at < to), to]
      return Math.round(Math.max(...moments.slice(1).map((at, i) => at - moments[i]!)))
    }
    const during = acknowledged.filter(at => at > busy.from && at < busy.to).length
    console.info(
      `backup under load: ${Math.round(busy.to - busy.from)} ms, ${(statSync(file).size / 1e6).toFixed(1)} MB, ${during} writes acknowledged meanwhile,` +
        ` longest pause ${longest(busy)} ms (${longest(calm)} ms in the ${Math.round(calm.to - calm.from)} ms before it)`,
    )
  }, 120_000)
})

describe('--verify', () => {
  it('restores into a temporary database and says so, without the database of a site', async () => {
    const nowhere = new ServerProcess(join(base, 'no-site'))
    const { code, output } = await nowhere.run('backup', '--verify', quiet.file)
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/quiet\.tar is complete: .* rows, \d+ objects\.\nIt was restored into a temporary database/),
    })
    expect(existsSync(nowhere.dataDir)).toBe(false)
  }, 60_000)

  it.each<[string, (name: string, bytes: Buffer) => Buffer, RegExp]>([
    [
      'a row that has lost a column',
      (name, bytes) =>
        name === 'tables/machines/0000001.gz' ? gzipSync(gunzipSync(bytes).toString('latin1').replace('\t', ' '), { level: 1 }) : bytes,
      /row 1 of tables\/machines\/0000001\.gz has \d+ columns instead of/,
    ],
    [
      'a value that its column does not take',
      (name, bytes) =>
        name === 'tables/users/0000001.gz'
          ? gzipSync(
              gunzipSync(bytes)
                .toString()
                .replace(/\t20\d\d-\d\d-/, '\t20xx-99-'),
            )
          : bytes,
      /cannot be restored: invalid input syntax for type timestamp/,
    ],
    [
      'a picture that is none',
      (name, bytes) => (name.endsWith('full.jpg') ? Buffer.from('not a picture') : bytes),
      /full\.jpg is not a picture/,
    ],
  ])(
    'finds %s, although the checksum is right',
    async (_what, change, sentence) => {
      const file = join(base, `changed-${randomUUID()}.tar`)
      const reader = await ArchiveReader.open(quiet.file)
      const writer = await ArchiveWriter.create(file, 0)
      for await (const { name, bytes } of reader.entries('')) if (name !== CHECKSUM) await writer.add(name, change(name, bytes))
      await writer.finish()
      await reader.close()
      expect(await server.run('backup', '--verify', file)).toEqual({ code: 2, output: expect.stringMatching(sentence) })
    },
    60_000,
  )
})

describe('a restore changes nothing', () => {
  /** Writes a copy of the backup with a changed manifest. */
  async function rewritten(name: string, change: (manifest: { migrations: string[]; format: number }) => void): Promise<string> {
    const file = join(base, name)
    const reader = await ArchiveReader.open(quiet.file)
    const writer = await ArchiveWriter.create(file, 0)
    for await (const entry of reader.entries('')) {
      if (entry.name === CHECKSUM) continue
      const content = entry.bytes
      if (entry.name !== MANIFEST) await writer.add(entry.name, content)
      else {
        const manifest = JSON.parse(content.toString()) as { migrations: string[]; format: number }
        change(manifest)
        await writer.add(entry.name, JSON.stringify(manifest))
      }
    }
    await writer.finish()
    await reader.close()
    return file
  }

  const cases: [what: string, make: () => string | Promise<string>, sentence: RegExp][] = [
    [
      'from a file that ends too early',
      () => {
        const file = join(base, 'short.tar')
        copyFileSync(quiet.file, file)
        truncateSync(file, Math.floor(statSync(file).size * 0.7))
        return file
      },
      /is damaged or ends too early\. Nothing was changed\./,
    ],
    [
      'from a damaged file',
      () => {
        const file = join(base, 'damaged.tar')
        const bytes = readFileSync(quiet.file)
        // The changed byte is in the content of an entry, which begins 512 bytes after its name. In the entry's header it would look as if
        // the archive ended too early.
        const name = bytes.indexOf('tables/scores/0000001.gz')
        expect(name).toBeGreaterThan(0)
        bytes[name + 512 + 30]! ^= 1
        writeFileSync(file, bytes)
        return file
      },
      /is damaged\. Nothing was changed\./,
    ],
    [
      'from a file of a newer version',
      () => rewritten('newer.tar', ({ migrations }) => migrations.push('scores/999-later')),
      /is of a newer version of Skillshot \(it has "scores\/999-later"\)\. Restore it with that version\. Nothing was changed\./,
    ],
    [
      'from a file in a newer format',
      () => rewritten('format.tar', manifest => void manifest.format++),
      /was written by a newer version of Skillshot\. Restore it with that version\./,
    ],
    ['from another file', () => join(import.meta.dirname, 'backup.test.ts'), /is not a backup of Skillshot\./],
    ['from no file', () => join(base, 'nowhere.tar'), /cannot be read: ENOENT/],
  ]
  it.each(cases)('%s, which --verify finds too', async (_what, make, sentence) => {
    const file = await make()
    expect(await server.run('backup', '--verify', file)).toEqual({ code: 2, output: expect.stringMatching(sentence) })
    const target = new ServerProcess(join(base, 'untouched'))
    expect(await target.run('restore', file)).toEqual({ code: 2, output: expect.stringMatching(sentence) })
    expect(existsSync(target.dataDir)).toBe(false)
  })
})

it('backs up nothing into a file that is there, nor where there is no site', async () => {
  const before = readFileSync(quiet.file)
  expect(await server.run('backup', quiet.file)).toEqual({
    code: 2,
    output: expect.stringContaining('a backup never takes the place of another'),
  })
  expect(readFileSync(quiet.file).equals(before)).toBe(true)
  const nobody = new ServerProcess(join(base, 'nobody'))
  expect(await nobody.run('backup', join(base, 'nobody.tar'))).toEqual({ code: 2, output: expect.stringMatching(/^There is no site in /) })
  expect(existsSync(nobody.dataDir)).toBe(false)
  await withEmptyDatabase(async site => {
    expect(await runProgram(site, 'backup', [join(base, 'nobody.tar')])).toMatchObject({
      code: 2,
      err: 'There is no site in this database yet: no server has been started on it.\n',
    })
  })
  expect(existsSync(join(base, 'nobody.tar.part'))).toBe(false)
})
