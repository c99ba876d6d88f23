import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, grant, type LoggedIn, logIn, PASSWORD, type SignedUp, signUp, someMachine } from './people.ts'
import { Wire, wireError } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let wire: Wire
let machineId: string
let before: string

/** Names that are refused, one of each kind: with a control character, with a change of the text direction, invisible. */
const DECEIVING = ['Ada\u0007', 'Ada\u0085Grace', 'Ada\u202eecarG', '\u2067Ada', '\u200b', '\u3164', '\u2800', '\u00ad', '\u200d']
/** Names that are accepted, also with joiners where these belong. */
const HONEST = ['می‌خواهم', '👩‍👩‍👧', 'क्‍ष', 'Zoë']

const displayName = async (): Promise<string> => {
  const { rows } = await world.app.database.pool.query('SELECT display_name FROM users WHERE id = $1', [ada.id])
  return rows[0].display_name
}

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  machineId = await someMachine(world)
  ada = await signUp(world, 'Ada')
  await grant(world, ada.id, ['admin', 'machine-editor', 'event-director'])
  wire = await Wire.open(world.endpoint)
  before = await displayName()
})
afterAll(() => world.close())

describe('a name that deceives', () => {
  it('is refused at sign-up, as a display name and as a user name', async () => {
    for (const name of DECEIVING) {
      const given = { username: `new${uuidv7().slice(-8)}`, password: digestOf(PASSWORD) }
      const refused = await wire.refusal('createUser', { ...given, profile: { name } })
      expect([name, refused.error, refused.reason]).toEqual([name, 403, 'User validation failed'])
      const asUser = await wire.refusal('createUser', { ...given, username: `A${name}` })
      expect([name, asUser.error, asUser.reason]).toEqual([name, 403, 'User validation failed'])
    }
  })

  it('is refused in every name that can be given, with the field’s name, and changes nothing', async () => {
    const times = { startsAt: new Date(Date.now() - 1000), endsAt: new Date(Date.now() + 3_600_000) }
    const eventId = uuidv7()
    const event = { ...times, format: { kind: 'high-score' }, machineIds: [machineId] }
    await ada.wire.call('events.add', { _id: eventId, name: 'Night', ...event })
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
        const refused = await ada.wire.refusal(method, { ...input, [field]: name })
        expect([method, name, refused.error, refused.details?.[0]?.path]).toEqual([method, name, 400, field])
      }
    expect(await displayName()).toBe(before)
  })

  it('is none of those whose joiners make letters and pictures', async () => {
    for (const name of HONEST) {
      await ada.wire.call('players.edit', { displayName: name })
      expect(await displayName()).toBe(name)
    }
    const { wire: mine } = await signUp(world, 'Reza', { profile: { name: HONEST[0] } })
    expect([...mine.documents('users').values()][0]?.profile).toEqual({ name: HONEST[0] })
  })
})

describe('a user name', () => {
  const refused = (username: string) => wire.refusal('createUser', { username, password: digestOf(PASSWORD) })
  const TAKEN = wireError(403, 'Username already exists.')
  const ALIKE = wireError(403, 'User validation failed', 'This user name looks like another one.')

  it('is taken in every shape of its letters', async () => {
    await signUp(world, 'dina')
    for (const name of ['ＤＩＮＡ', 'ⅾina', 'Dina', '𝕕𝕚𝕟𝕒']) expect([name, await refused(name)]).toEqual([name, TAKEN])
  })

  it('with letters beyond ASCII must not look like another one; a plain one is nobody’s to block', async () => {
    await signUp(world, 'admin')
    for (const name of ['аdmin', 'АDMIN', 'αdmin']) expect([name, await refused(name)]).toEqual([name, ALIKE])
    await signUp(world, 'ѕсоре')
    expect(await refused('ѕcope')).toEqual(ALIKE)
    await signUp(world, 'scope')
    for (const name of ['Zoë', 'zoe', 'Иван', '李雷', 'رضا']) await signUp(world, name)
  })

  it('looks for others in an enrolment too, which may be sent twice', async () => {
    const enrol = (_id: string, username: string) => ({ _id, username, email: `${_id.slice(-12)}@example.com` })
    const alike = await ada.wire.refusal('users.enroll', enrol(uuidv7(), 'аdmin'))
    expect([alike.error, alike.reason]).toEqual([403, 'This user name looks like another one.'])
    expect((await ada.wire.refusal('users.enroll', enrol(uuidv7(), 'ＤＩＮＡ'))).reason).toBe('Username already exists.')
    const jorg = enrol(uuidv7(), 'Jörg')
    for (let i = 0; i < 2; i++) await ada.wire.call('users.enroll', jorg)
  })

  it('is one person’s when many want it, or what looks like it, at the same moment', async () => {
    const wires = await Promise.all(Array.from({ length: 9 }, () => Wire.open(world.endpoint)))
    const race = async (names: readonly string[]): Promise<number> => {
      const answers = await Promise.all(
        wires.map((each, i) => each.attempt('createUser', { username: names[i % names.length], password: digestOf(PASSWORD) })),
      )
      for (const { error } of answers) if (error !== undefined) expect([TAKEN, ALIKE]).toContainEqual(error)
      return answers.filter(({ error }) => error === undefined).length
    }
    expect(await race(['race', 'ＲＡＣＥ', 'ᴿᵃᶜᵉ', 'raⅽe'])).toBe(1)
    expect(await race(['tаrget', 'tarɡet', 'tаrgеt'])).toBe(1)
    await Promise.all(wires.map(each => each.close()))
  })

  it('logs in, and is found, in every shape of its letters', async () => {
    const { id } = await signUp(world, 'Ｂob')
    for (const name of ['Ｂob', 'bob', 'BOB', 'ｂｏｂ']) {
      const mine = await Wire.open(world.endpoint)
      expect([name, (await logIn(mine, name)).id]).toEqual([name, id])
      expect([name, (await mine.subscribe('players.one', { username: name })).error]).toEqual([name, null])
      const page = await fetch(`${world.http}/players/${encodeURIComponent(name)}`)
      expect([name, page.status, (await page.text()).includes('<h1')]).toEqual([name, 200, true])
      await mine.close()
    }
  })

  it('is guessed at as often in one spelling as in many', async () => {
    const limited = await createWorld()
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
      const mine = await Wire.open(limited.endpoint)
      errors.push((await mine.refusal('login', { user: { username }, password: digestOf('a wrong password') })).error)
      await mine.close()
    }
    expect(errors).toEqual([...Array(10).fill(403), ...Array(2).fill('too-many-requests')])
    await limited.close()
  })
})

it('of old that breaks the rules turns nothing around it: titles and feeds do without what would', async () => {
  const old = await signUp(world, 'elder')
  await old.wire.call('scores.submit', { _id: uuidv7(), machineId, value: 12_345, comment: 'left \u202etfel' })
  await world.app.database.pool.query(`UPDATE users SET display_name = $2 WHERE id = $1`, [old.id, 'Eve\u202e \u2066x'])
  await world.restart()
  const [page, feed] = await Promise.all(
    ['/players/elder', '/feed.atom?player=elder'].map(async path => (await fetch(world.http + path)).text()),
  )
  const head = page!.slice(0, page!.indexOf('</head>'))
  expect(head).toContain('<title>Eve x')
  expect(feed).toContain('<title>Eve x: 12,345 on')
  for (const text of [head, feed!]) expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  expect(page).toMatch(/<p [^>]*dir="auto"[^>]*>left \u202etfel<\/p>/)
})

it('that was taken before the rules lets its owner in', async () => {
  const { rows } = await world.app.database.pool.query(
    `INSERT INTO users (id, username, username_key, display_name) VALUES ('old-dina', 'ＤＩＮＡ', 'ｄｉｎａ', 'ＤＩＮＡ') RETURNING id`,
  )
  expect(rows).toHaveLength(1)
  await world.app.database.pool.query(
    `INSERT INTO user_passwords SELECT 'old-dina', p.hash FROM user_passwords p JOIN users u ON u.id = p.user_id WHERE u.username = 'dina'`,
  )
  const ids: string[] = []
  for (const username of ['ＤＩＮＡ', 'dina', 'ⅾina']) {
    const mine = await Wire.open(world.endpoint)
    ids.push((await mine.call<LoggedIn>('login', { user: { username }, password: digestOf(PASSWORD) })).id)
    await mine.close()
  }
  expect(ids[0]).toBe('old-dina')
  expect(ids[1]).not.toBe('old-dina')
  expect(ids[2]).toBe(ids[1])
})
