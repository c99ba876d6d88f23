import { existsSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { drawPhoto, listStoredObjects, uploadPicture } from '../helpers/pictures.ts'
import { type ProgramResult, runProgram } from '../helpers/run-program.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, logIn, PASSWORD, signUp } from '../helpers/users.ts'

let testApp: TestApp
let client: DdpTestClient

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  client = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const admin = (args: string[], environment: Record<string, string> = {}): Promise<ProgramResult> =>
  runProgram(testApp, 'admin', args, environment)

const readToken = ({ out }: ProgramResult): string => /#\/enroll-account\/([\w-]{43})$/m.exec(out)![1]!

describe('enroll', () => {
  it('prints a link that its owner chooses a password by, sends no mail, and leaves the address unproven', async () => {
    const ran = await admin(['enroll', '--username', 'Organiser', '--email', 'org@example.com', '--role', 'event-director'], {
      ROOT_URL: 'https://scores.example',
    })
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toMatch(/^https:\/\/scores\.example\/#\/enroll-account\/[\w-]{43}\nIt works once and is good for 30 days\.\n$/)
    expect(await client.call('resetPassword', readToken(ran), digestPassword(PASSWORD))).toMatchObject({ type: 'password' })
    await client.subscribe('_roles')
    expect([...client.documents('users').values()]).toEqual([
      {
        username: 'Organiser',
        emails: [{ address: 'org@example.com', verified: false }],
        roles: { __global_roles__: ['event-director'] },
      },
    ])
    expect(await testApp.mails()).toEqual([])
    expect(await admin(['enroll', '--username', 'organiser'])).toMatchObject({ code: 2, out: '' })
  })

  it('prints a fresh link for who has no password yet; the older one is worth nothing then', async () => {
    const [first, second] = [await admin(['enroll', '--username', 'Waiting']), await admin(['enroll', '--username', 'Waiting'])]
    expect(second.out).toContain('ROOT_URL is not set')
    expect(await client.expectError('resetPassword', readToken(first), digestPassword(PASSWORD))).toMatchObject({
      error: 403,
      reason: 'Token expired',
    })
    await client.call('resetPassword', readToken(second), digestPassword(PASSWORD))
    await client.call('logout')
  })

  it.each([
    [['enroll', '--name', 'x'], "Unknown option '--name'. The command is: enroll --username NAME [--email ADDRESS] [--role ROLE]"],
    [['enroll', '--username', 'a@b.example'], 'A user name has letters, digits, spaces and . _ - only.'],
    [['enrol'], 'Name a command: recompute, ratings, enroll, roles, delete-user, verify-storage, check-event, import-legacy-users'],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { code, out, err } = await admin(args)
    expect([code > 0, out]).toEqual([true, ''])
    expect(err.startsWith(sentence), err).toBe(true)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('the words of a command', () => {
  /** A folder and a database that are not there: words are checked before anything is opened or made. */
  const nowhere = () => ({ DATABASE_URL: '', DATA_DIR: join(testApp.dataDir, 'nowhere') })

  it.each<[program: string, args: string[], sentence: string]>([
    ['admin', ['recompute', 'all'], 'There is a word too many: "all". The command is: recompute'],
    ['admin', ['enroll', '--username', 'Ada', '--email'], "Option '--email <value>' argument missing. The command is: enroll"],
    ['admin', ['roles', 'admin', '--add', 'admin', '--username', 'Ada'], 'There is a word too many: "admin". The command is: roles'],
    ['backup', ['--verify', 'a.tar', 'b.tar'], 'There is a word too many: "b.tar". The command is: npm run backup'],
    ['restore', ['a.tar', '--force'], "Unknown option '--force'. The command is: npm run restore"],
    ['demo', ['40'], 'There is a word too many: "40". The command is: npm run demo'],
    ['import', [], 'FILE is missing. The command is: npm run import:opdb'],
    ['server', ['--port', '4000'], 'Skillshot could not start.\nnpm start takes no words, and was given --port 4000'],
  ])('are checked before anything is made: %s %j', async (program, args, sentence) => {
    const { code, out, err } = await runProgram(testApp, program, args, nowhere())
    expect([code > 0, out, existsSync(nowhere().DATA_DIR)]).toEqual([true, '', false])
    expect(err.startsWith(sentence), err).toBe(true)
    expect(err).not.toMatch(/^ {4}at /m)
  })

  it.each<[program: string, args: string[], json: unknown, sentence: string]>([
    [
      'import',
      [],
      { machines: [{ name: 'Comet' }] },
      'is neither the list of machines that OPDB exports nor the catalogue that Match Play',
    ],
    ['admin', ['import-legacy-users'], { users: [] }, 'does not hold a list of users.'],
    [
      'admin',
      ['check-event'],
      { kind: 'skillshot-event', version: 1, event: { format: {} }, machines: [], standings: {} },
      'is not a whole',
    ],
  ])('that name a file of another shape are refused: %s %j %j', async (program, args, json, sentence) => {
    const file = join(testApp.dataDir, 'shape.json')
    writeFileSync(file, JSON.stringify(json))
    const { code, out, err } = await runProgram(testApp, program, [...args, file], nowhere())
    expect([code, out, existsSync(nowhere().DATA_DIR)]).toEqual([2, '', false])
    expect(err.startsWith(`${file} ${sentence}`), err).toBe(true)
  })
})

describe('roles', () => {
  it('invents no role: neither for a user, nor for an account that it makes', async () => {
    await signUp(testApp, 'Rita')
    for (const args of [
      ['roles', '--add', 'nosuchrole', '--username', 'Rita'],
      ['roles', '--remove', 'nosuchrole', '--username', 'Rita'],
      ['enroll', '--username', 'Unmade', '--role', 'nosuchrole'],
    ]) {
      const { code, out, err } = await admin(args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(/^There is no role nosuchrole\. There are: admin, .*machine-editor.*\.\n$/)
    }
    expect(await dumpTables(testApp)).not.toMatch(/nosuchrole|Unmade/)
  })

  it('lists who has which, gives one and takes it away, and the running server knows', async () => {
    const { client: ownClient } = await signUp(testApp, 'Robin')
    await ownClient.subscribe('_roles')
    const given = await admin(['roles', '--add', 'machine-editor', '--username', 'robin'])
    expect([given.code, given.err]).toEqual([0, ''])
    expect(given.out.split('\n')).toEqual(expect.arrayContaining(['machine-editor: Robin', 'moderator: nobody']))
    const roles = () => JSON.stringify([...ownClient.documents('users').values()][0]?.roles)
    await ownClient.waitUntil(() => roles() === '{"__global_roles__":["machine-editor"]}')
    expect((await admin(['roles', '--remove', 'machine-editor', '--username', 'Robin'])).out).toContain('machine-editor: nobody\n')
    await ownClient.waitUntil(() => roles() === '{"__global_roles__":[]}')
    expect(await admin(['roles', '--add', 'admin', '--username', 'Nobody'])).toMatchObject({ code: 2, err: 'There is no user Nobody.\n' })
  })
})

describe('delete-user', () => {
  const withScore = async (username: string) => {
    const person = await signUp(testApp, username, { email: `${username}@gone.example`, profile: { name: `The ${username}` } })
    const machineId = await firstMachineId(testApp)
    await person.client.call('scores.submit', { _id: uuidv7(), machineId, value: 1_000_000 })
    await testApp.mails()
    return person
  }

  it('closes the user’s connections and leaves neither name nor address', async () => {
    const { client: ownClient, token } = await withScore('leaving-lee')
    const ran = await admin(['delete-user', '--username', 'leaving-lee', '--scores', 'keep'])
    expect(ran).toEqual({ code: 0, out: 'leaving-lee is deleted; the scores are kept as "Deleted player".\n', err: '' })
    await ownClient.closed
    expect(await client.expectError('login', { resume: token })).toMatchObject({ error: 403 })
    expect(
      (await dumpTables(testApp))
        .toLowerCase()
        .split('\n')
        .filter(row => row.includes('leaving-lee')),
    ).toEqual([])
    expect((await testApp.mails()).filter(({ to }) => to?.some(({ address }) => address?.includes('leaving-lee')))).toEqual([])
  })

  it('has to be told what becomes of the scores', async () => {
    const { username } = await withScore('Staying')
    expect(await admin(['delete-user', '--username', username])).toMatchObject({ code: 2, out: '' })
    expect((await logIn(client, username)).type).toBe('password')
  })
})

describe('import:opdb', () => {
  it('takes the catalogue that Match Play publishes, and changes nothing the second time', async () => {
    const title = { name: 'Test Title', manufacturer: { name: 'Stern' }, manufactureDate: '2020-01-01' }
    const published = {
      machineGroups: [{ opdbId: 'G1abc', isMachineGroup: true, name: 'Test Title' }],
      machines: [
        {
          ...{ ...title, opdbId: 'G1abc-M1xyz', isMachine: true, physicalMachine: 1 },
          ...{ type: 'ss', display: 'lcd', playerCount: 4, ipdbId: null },
        },
      ],
      aliases: [{ ...title, opdbId: 'G1abc-M1xyz-A1qrs', isAlias: true, name: 'Test Title (LE)' }],
    }
    const file = join(testApp.dataDir, 'latest-opdb.json')
    writeFileSync(file, JSON.stringify(published))
    const ran = await runProgram(testApp, 'import', [file])
    expect(ran).toEqual({ code: 0, out: '2 added, 0 changed, 0 unchanged, 0 refused\n', err: '' })
    expect((await runProgram(testApp, 'import', [file])).out).toBe('0 added, 0 changed, 2 unchanged, 0 refused\n')
    const { rows } = await testApp.app.database.pool.query(
      `SELECT name, year, type, display, player_count FROM machines WHERE opdb_id LIKE 'G1abc-%' ORDER BY opdb_id`,
    )
    const facts = { year: 2020, type: 'ss', display: 'lcd', player_count: 4 }
    expect(rows).toEqual([
      { name: 'Test Title', ...facts },
      { name: 'Test Title (LE)', ...facts },
    ])
  })
})

describe('import-legacy-users', () => {
  it('adds users with their roles, says what it refused, and ends with 1 when it did', async () => {
    const file = join(testApp.dataDir, 'users.json')
    const users = [{ _id: 'l1', username: 'Legacy', roles: ['judge'] }, { username: '@' }]
    writeFileSync(file, JSON.stringify(users))
    expect(await admin(['import-legacy-users', file])).toEqual({
      code: 1,
      out: 'refused record 1 (@): username A user name has letters, digits, spaces and . _ - only.\n1 added, 0 unchanged, 1 refused\n',
      err: '',
    })
    writeFileSync(file, JSON.stringify(users.slice(0, 1)))
    expect(await admin(['import-legacy-users', file])).toEqual({ code: 0, out: '0 added, 1 unchanged, 0 refused\n', err: '' })
    expect((await admin(['roles'])).out).toContain('judge: Legacy\n')
  })

  it('says why a file cannot be read', async () => {
    const file = join(testApp.dataDir, 'broken.json')
    writeFileSync(file, '{')
    expect((await admin(['import-legacy-users', file])).err).toContain('cannot be read as JSON')
  })
})

it('leaves mails that are due to the server, whose settings it may not have', async () => {
  const elsewhere = mkdtempSync(join(testApp.dataDir, 'elsewhere-'))
  await testApp.app.database.pool.query(
    `INSERT INTO jobs (kind, body, due_at)
     VALUES ('mail', '{ "userId": null, "kind": "reset", "address": "org@example.com", "addressKey": "org@example.com" }', now())`,
  )
  expect(await admin(['enroll', '--username', 'Quiet'], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
  expect(readdirSync(elsewhere)).not.toContain('outbox')
  expect((await testApp.mails()).filter(({ to }) => to?.[0]?.address === 'org@example.com')).toHaveLength(1)
})

describe('verify-storage', () => {
  it('finds nothing on a sound site, then every file without a row, every row without its file, and every page that shows what is gone', async () => {
    const user = await signUp(testApp, 'Pictured')
    const photo = await drawPhoto(400, 300)
    await user.client.call('players.edit', { picture: await uploadPicture(user, 'profilePicUpload', photo) })
    await uploadPicture(user, 'scorePicUpload', photo)
    const scoreId = uuidv7()
    await user.client.call('scores.submit', {
      _id: scoreId,
      machineId: await firstMachineId(testApp),
      value: 5,
      picture: await uploadPicture(user, 'scorePicUpload', photo),
    })
    await testApp.app.features.uploads.imageProcessor.idle()
    const sound = await admin(['verify-storage'])
    expect([sound.code, sound.err]).toEqual([0, ''])
    expect(sound.out).toMatch(/^\d+ files, 2 pictures, 0 differences\n$/)

    const key = listStoredObjects(testApp).find(path => path.includes('profilePicUpload') && path.endsWith('full.jpg'))!
    const root = join(testApp.dataDir, 'storage')
    renameSync(join(root, key), join(root, 'pictures/profilePicUpload/stray.jpg'))
    await testApp.app.database.pool.query(
      `UPDATE scores SET picture = jsonb_set(picture, '{url}', '"/storage/pictures/scorePicUpload/gone/full.jpg"')`,
    )
    const broken = await admin(['verify-storage'])
    expect(broken.code).toBe(1)
    expect(broken.out.split('\n').slice(0, -2).sort()).toEqual(
      [
        `${key} is missing`,
        'pictures/profilePicUpload/stray.jpg belongs to no picture',
        `scorePicUpload of ${scoreId} shows pictures/scorePicUpload/gone/full.jpg, which is not there`,
      ].sort(),
    )
    expect(broken.out).toMatch(/, 3 differences\n$/)
  })
})
