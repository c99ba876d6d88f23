import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, type LoginResult, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let client: DdpTestClient
let machineId: string
let before: string

/** Names that are refused, one of each kind: with a control character, with a change of the text direction, invisible. */
const DECEIVING = ['Ada\u0007', 'Ada\u0085Grace', 'Ada\u202eecarG', '\u2067Ada', '\u200b', '\u3164', '\u2800', '\u00ad', '\u200d']
/** Names that are accepted, also with joiners where these belong. */
const HONEST = ['می‌خواهم', '👩‍👩‍👧', 'क्‍ष', 'Zoë']

const displayName = async (): Promise<string> => {
  const { rows } = await testApp.app.database.pool.query('SELECT display_name FROM users WHERE id = $1', [ada.id])
  return rows[0].display_name
}

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machineId = await firstMachineId(testApp)
  ada = await signUp(testApp, 'Ada')
  await grantRoles(testApp, ada.id, ['admin', 'machine-editor', 'event-director'])
  client = await DdpTestClient.open(testApp.endpoint)
  before = await displayName()
})
afterAll(() => testApp.close())

describe('a deceptive name', () => {
  it('is refused at sign-up, as a display name and as a user name', async () => {
    for (const name of DECEIVING) {
      const input = { username: `new${uuidv7().slice(-8)}`, password: digestPassword(PASSWORD) }
      const refused = await client.expectError('createUser', { ...input, profile: { name } })
      expect([name, refused.error, refused.reason]).toEqual([name, 403, 'User validation failed'])
      const asUser = await client.expectError('createUser', { ...input, username: `A${name}` })
      expect([name, asUser.error, asUser.reason]).toEqual([name, 403, 'User validation failed'])
    }
  })

  it('is refused in every name that can be given, with the field’s name, and changes nothing', async () => {
    const times = { startsAt: new Date(Date.now() - 1000), endsAt: new Date(Date.now() + 3_600_000) }
    const eventId = uuidv7()
    const event = { ...times, format: { kind: 'high-score' }, machineIds: [machineId] }
    await ada.client.call('events.add', { _id: eventId, name: 'Night', ...event })
    const calls: [method: string, input: object, field: string][] = [
      ['players.edit', {}, 'displayName'],
      ['players.edit', {}, 'location'],
      ['groups.add', { _id: uuidv7(), visibility: 'public' }, 'name'],
      ['events.add', { _id: uuidv7(), ...event }, 'name'],
      ['events.add', { _id: uuidv7(), name: 'Night', ...event }, 'venue'],
      ['events.edit', { eventId }, 'name'],
      ['events.addGuest', { _id: uuidv7(), eventId }, 'displayName'],
      ['machines.add', { _id: uuidv7(), manufacturer: 'Stern', type: 'ss' }, 'name'],
      ['machines.add', { _id: uuidv7(), name: 'New', type: 'ss' }, 'manufacturer'],
      ['machines.edit', { machineId }, 'name'],
      ['scores.submit', { _id: uuidv7(), machineId, value: 10 }, 'location'],
      ['roles.create', {}, 'name'],
    ]
    for (const [method, input, field] of calls)
      for (const name of DECEIVING) {
        const refused = await ada.client.expectError(method, { ...input, [field]: name })
        expect([method, name, refused.error, refused.details?.[0]?.path]).toEqual([method, name, 400, field])
      }
    expect(await displayName()).toBe(before)
  })

  it('may contain the joiners that letters and emoji need', async () => {
    for (const name of HONEST) {
      await ada.client.call('players.edit', { displayName: name })
      expect(await displayName()).toBe(name)
    }
    const { client: ownClient } = await signUp(testApp, 'Reza', { profile: { name: HONEST[0] } })
    expect([...ownClient.documents('users').values()][0]?.profile).toEqual({ name: HONEST[0] })
  })
})

describe('a name under which somebody is shown', () => {
  const IMITATES = 'looks like the name of somebody else'
  const MIXED = 'must not mix letters of different alphabets that look alike'
  let eventId: string

  beforeAll(async () => {
    eventId = uuidv7()
    const times = { startsAt: new Date(Date.now() - 1000), endsAt: new Date(Date.now() + 3_600_000) }
    await ada.client.call('events.add', { _id: eventId, name: 'Night', ...times, format: { kind: 'high-score' }, machineIds: [machineId] })
  })

  it('is not spelled so that it is taken for that of an office, the site or another user, not of a guest either', async () => {
    await signUp(testApp, 'coco')
    for (const [name, problem] of [
      ['аdmin', MIXED],
      ['ad\u200bmіn', MIXED],
      ['ＡＤＭＩＮ', IMITATES],
      ['𝐚𝐝𝐦𝐢𝐧', IMITATES],
      ['Ѕкіllshot', MIXED],
      ['Ｓｋｉｌｌｓｈｏｔ', IMITATES],
      ['сосо', IMITATES],
    ] as const) {
      const edit = await ada.client.expectError('players.edit', { displayName: name })
      expect([name, edit.error, edit.details]).toMatchObject([name, 400, [{ path: 'displayName', message: problem }]])
      const guest = await ada.client.expectError('events.addGuest', { _id: uuidv7(), eventId, displayName: name })
      expect([name, guest.error, guest.details]).toMatchObject([name, 400, [{ path: 'displayName', message: problem }]])
      const input = { username: `new${uuidv7().slice(-8)}`, password: digestPassword(PASSWORD), profile: { name } }
      expect([name, [400, 403].includes((await client.expectError('createUser', input)).error as number)]).toEqual([name, true])
    }
    expect(await displayName()).not.toMatch(/admin/i)
  })

  it('may be in any script, and be that of an office where it is spelled so', async () => {
    for (const name of ['Роман Осадчий', 'Αθηνά', 'ＴＡＲＯ', 'Admin', 'Ægir', 'KoЯn', before]) {
      await ada.client.call('players.edit', { displayName: name })
      expect(await displayName()).toBe(name)
      await ada.client.call('events.addGuest', { _id: uuidv7(), eventId, displayName: name })
    }
  })

  it('loses what nobody sees, as pasted names have it', async () => {
    await ada.client.call('players.edit', { displayName: '\ufeffAda \u200bGrace\u2060' })
    expect(await displayName()).toBe('Ada Grace')
    const guest = { _id: uuidv7(), eventId, displayName: 'Gu\u200best\u00ad 7' }
    for (let i = 0; i < 2; i++) await ada.client.call('events.addGuest', guest)
    const { rows } = await testApp.app.database.pool.query('SELECT guest_name FROM event_entrants WHERE id = $1', [guest._id])
    expect(rows[0].guest_name).toBe('Guest 7')
    await ada.client.call('players.edit', { displayName: before })
    const { client: own } = await signUp(testApp, 'paster', { profile: { name: 'Pa\u200bster \u2060One' } })
    const [me] = [...own.documents('users').values()]
    const { rows: users } = await testApp.app.database.pool.query(`SELECT display_name FROM users WHERE username = 'paster'`)
    expect([me?.username, users[0].display_name]).toEqual(['paster', 'Paster One'])
  })
})

it('a bio, a description and a comment lose overrides of the direction of writing, and keep isolates', async () => {
  const written = 'Paid \u202e00,1\u202c \u2067שלום\u2069'
  const kept = 'Paid 00,1 \u2067שלום\u2069'
  const { pool } = testApp.app.database
  await ada.client.call('players.edit', { bio: written })
  expect((await pool.query('SELECT bio FROM player_profiles WHERE user_id = $1', [ada.id])).rows).toEqual([{ bio: kept }])
  const groupId = uuidv7()
  await ada.client.call('groups.add', { _id: groupId, name: 'Overrides', visibility: 'public', description: written })
  expect((await pool.query('SELECT description FROM groups WHERE id = $1', [groupId])).rows).toEqual([{ description: kept }])
  const scoreId = uuidv7()
  await ada.client.call('scores.submit', { _id: scoreId, machineId, value: 10, comment: written })
  expect((await pool.query('SELECT comment FROM scores WHERE id = $1', [scoreId])).rows).toEqual([{ comment: kept }])
  const commentId = uuidv7()
  await ada.client.call('scores.comment', { _id: commentId, scoreId, text: written })
  expect((await pool.query('SELECT text FROM comments WHERE id = $1', [commentId])).rows).toEqual([{ text: kept }])
})

describe('a user name', () => {
  const refused = (username: string) => client.expectError('createUser', { username, password: digestPassword(PASSWORD) })
  const TAKEN = meteorError(403, 'Username already exists.')
  const ALIKE = meteorError(403, 'User validation failed', 'This user name looks like another one.')

  it('is taken in every case and Unicode form of its letters', async () => {
    await signUp(testApp, 'dina')
    for (const name of ['ＤＩＮＡ', 'ⅾina', 'Dina', '𝕕𝕚𝕟𝕒']) expect([name, await refused(name)]).toEqual([name, TAKEN])
  })

  it('with letters beyond ASCII must not look like another one; a plain one is nobody’s to block', async () => {
    await signUp(testApp, 'admin')
    for (const name of ['аdmin', 'АDMIN', 'αdmin']) expect([name, await refused(name)]).toEqual([name, ALIKE])
    await signUp(testApp, 'ѕсоре')
    expect(await refused('ѕcope')).toEqual(ALIKE)
    await signUp(testApp, 'scope')
    for (const name of ['Zoë', 'zoe', 'Иван', '李雷', 'رضا']) await signUp(testApp, name)
  })

  it('is refused if it differs from a taken one in I, l and 1, or O and 0, alone', async () => {
    for (const name of ['tilda', 'Bob O', 'ALLDAY', 'adm1nus']) await signUp(testApp, name)
    for (const name of ['tiIda', 'ti1da', 'TI1da', 'Bob 0', 'b0b O', 'admInus', 'admlnus', 'a1lday'])
      expect([name, await refused(name)]).toEqual([name, ALIKE])
    const enrolled = await ada.client.expectError('users.enroll', { _id: uuidv7(), username: 'tiIda', email: 'tiida@example.com' })
    expect([enrolled.error, enrolled.reason]).toEqual([403, 'This user name looks like another one.'])
    for (const name of ['tiida', 'tyler', 'bobo', 'admin us', 'rnartha', 'martha']) await signUp(testApp, name)
  })

  it('looks for others in an enrollment too, which may be sent twice', async () => {
    const enrol = (_id: string, username: string) => ({ _id, username, email: `${_id.slice(-12)}@example.com` })
    const alike = await ada.client.expectError('users.enroll', enrol(uuidv7(), 'аdmin'))
    expect([alike.error, alike.reason]).toEqual([403, 'This user name looks like another one.'])
    expect((await ada.client.expectError('users.enroll', enrol(uuidv7(), 'ＤＩＮＡ'))).reason).toBe('Username already exists.')
    const jorg = enrol(uuidv7(), 'Jörg')
    for (let i = 0; i < 2; i++) await ada.client.call('users.enroll', jorg)
  })

  it('is one person’s when many want it, or what looks like it, at the same moment', async () => {
    const clients = await Promise.all(Array.from({ length: 9 }, () => DdpTestClient.open(testApp.endpoint)))
    const race = async (names: readonly string[]): Promise<number> => {
      const answers = await Promise.all(
        clients.map((each, i) => each.tryCall('createUser', { username: names[i % names.length], password: digestPassword(PASSWORD) })),
      )
      for (const { error } of answers) if (error !== undefined) expect([TAKEN, ALIKE]).toContainEqual(error)
      return answers.filter(({ error }) => error === undefined).length
    }
    expect(await race(['race', 'ＲＡＣＥ', 'ᴿᵃᶜᵉ', 'raⅽe'])).toBe(1)
    expect(await race(['tаrget', 'tarɡet', 'tаrgеt'])).toBe(1)
    await Promise.all(clients.map(each => each.close()))
  })

  it('logs in, and is found, in every case and Unicode form of its letters', async () => {
    const { id } = await signUp(testApp, 'Ｂob')
    for (const name of ['Ｂob', 'bob', 'BOB', 'ｂｏｂ']) {
      const ownClient = await DdpTestClient.open(testApp.endpoint)
      expect([name, (await logIn(ownClient, name)).id]).toEqual([name, id])
      expect([name, (await ownClient.subscribe('players.one', { username: name })).error]).toEqual([name, null])
      const page = await fetch(`${testApp.http}/players/${encodeURIComponent(name)}`)
      expect([name, page.status, (await page.text()).includes('<h1')]).toEqual([name, 200, true])
      await ownClient.close()
    }
  })

  it('has one limit of password guesses for all of its spellings', async () => {
    const limited = await createTestApp()
    await signUp(limited, 'grace')
    const spellings = [
      'grace',
      'ＧＲＡＣＥ',
      'ｇrace',
      'gｒace',
      'grａce',
      'graｃe',
      'gracｅ',
      'Ｇrace',
      'GＲace',
      'graⅽe',
      'grⓐce',
      'ⓖrace',
    ]
    const errors: unknown[] = []
    for (const username of spellings) {
      // A new connection for each attempt, because logins are also limited by connection.
      const ownClient = await DdpTestClient.open(limited.endpoint)
      errors.push((await ownClient.expectError('login', { user: { username }, password: digestPassword('a wrong password') })).error)
      await ownClient.close()
    }
    expect(errors).toEqual([...Array(10).fill(403), ...Array(2).fill('too-many-requests')])
    await limited.close()
  })
})

it('a name or a comment from before the rules with bidirectional control characters does not reverse the text around it: titles and feeds leave them out', async () => {
  const old = await signUp(testApp, 'elder')
  await old.client.call('scores.submit', { _id: uuidv7(), machineId, value: 12_345, comment: 'left' })
  await testApp.app.database.pool.query(`UPDATE scores SET comment = $2 WHERE user_id = $1`, [old.id, 'left \u202etfel'])
  await testApp.app.database.pool.query(`UPDATE users SET display_name = $2 WHERE id = $1`, [old.id, 'Eve\u202e \u2066x'])
  await testApp.restart()
  const [page, feed] = await Promise.all(
    ['/players/elder', '/feed.atom?player=elder'].map(async path => (await fetch(testApp.http + path)).text()),
  )
  const head = page!.slice(0, page!.indexOf('</head>'))
  expect(head).toContain('<title>Eve x')
  expect(feed).toContain('<title>Eve x: 12,345 on')
  for (const text of [head, feed!]) expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(page).toMatch(/<p [^>]*dir="auto"[^>]*>left \u202etfel<\/p>/)
})

it('a user whose name is from before the rules and breaks them can still log in', async () => {
  const { rows } = await testApp.app.database.pool.query(
    `INSERT INTO users (id, username, username_key, display_name) VALUES ('old-dina', 'ＤＩＮＡ', 'ｄｉｎａ', 'ＤＩＮＡ') RETURNING id`,
  )
  expect(rows).toHaveLength(1)
  await testApp.app.database.pool.query(
    `INSERT INTO user_passwords SELECT 'old-dina', p.hash FROM user_passwords p JOIN users u ON u.id = p.user_id WHERE u.username = 'dina'`,
  )
  const ids: string[] = []
  for (const username of ['ＤＩＮＡ', 'dina', 'ⅾina']) {
    const ownClient = await DdpTestClient.open(testApp.endpoint)
    ids.push((await ownClient.call<LoginResult>('login', { user: { username }, password: digestPassword(PASSWORD) })).id)
    await ownClient.close()
  }
  expect(ids[0]).toBe('old-dina')
  expect(ids[1]).not.toBe('old-dina')
  expect(ids[2]).toBe(ids[1])
})
