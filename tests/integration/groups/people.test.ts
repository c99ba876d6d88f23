import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventEntrantDoc, EventLogDoc } from '#events/contract/documents.ts'
import { FORMER_MEMBER } from '#events/server/entrants/people-hook.ts'
import { type GroupPersonDoc, MAX_PEOPLE } from '#groups/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { findNeedles } from '../../security/needles.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, type EventTestApp, getRoundGroups } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MATCH_PLAY = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' } as const
const BEST_GAME = { kind: 'best-game', points: 'papa' } as const

let scene: EventTestApp
let owner: TestUser
let manager: TestUser
/** directs an event of the group without running the group */
let coDirector: TestUser
let member: TestUser
let outsider: TestUser
let groupId: string
let count = 0

beforeAll(async () => {
  scene = await createEventTestApp(['Olga', 'Mona', 'Hugo', 'Melanie', 'Oskar'], 3)
  ;[owner, manager, coDirector, member, outsider] = scene.players as [TestUser, TestUser, TestUser, TestUser, TestUser]
  groupId = await createGroup(owner, 'public', 'Thursday club')
  await addToGroup(owner, groupId, manager, ['manager'])
  for (const each of [coDirector, member]) await addToGroup(owner, groupId, each)
})
afterAll(() => scene.testApp.close())

interface Given {
  name?: string
  ifpaNumber?: string
  note?: string
}

async function addPerson({ name = `Somebody ${++count}`, ...more }: Given = {}, group = groupId, by = owner): Promise<string> {
  const _id = uuidv7()
  await by.client.call('groups.addPeople', { groupId: group, people: [{ _id, name, ...more }] })
  return _id
}

const newEvent = (format: object = BEST_GAME, group = groupId, by = owner): Promise<string> =>
  createEvent(by, scene.clock.now(), { format: format as typeof BEST_GAME, machineIds: scene.machines, groupId: group })

/** Adds players to an event. @returns the outcome of each */
async function addPlayers(eventId: string, entries: object[], by = owner): Promise<{ _id: string; entrantId?: string; error?: string }[]> {
  const { entrants } = await by.client.call<{ entrants: { _id: string; entrantId?: string; error?: string }[] }>('events.addPlayers', {
    eventId,
    entries: entries.map(entry => ({ _id: uuidv7(), ...entry })),
  })
  return entrants
}

/** A new connection of a user, which nothing is subscribed to. */
async function connect(user: TestUser): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(scene.testApp.endpoint)
  await client.call('login', { resume: user.token })
  return client
}

const peopleOf = (client: DdpTestClient): (GroupPersonDoc & { _id: string })[] =>
  [...client.documents('groupPeople')].map(([_id, each]) => ({ ...(each as unknown as GroupPersonDoc), _id }))

async function readEntrants(eventId: string): Promise<(EventEntrantDoc & { _id: string })[]> {
  const client = await DdpTestClient.open(scene.testApp.endpoint)
  await client.subscribe('events.entrants', { eventId })
  const entrants = [...client.documents('eventEntrants')].map(([_id, each]) => ({ ...(each as unknown as EventEntrantDoc), _id }))
  client.socket.close()
  return entrants
}

const entrantOf = async (eventId: string, name: string) => (await readEntrants(eventId)).find(({ displayName }) => displayName === name)

async function readPeople(group = groupId, by = owner): Promise<Record<string, GroupPersonDoc>> {
  const client = await connect(by)
  expect((await client.subscribe('groups.people', { groupId: group })).error).toBe(null)
  const people = Object.fromEntries([...client.documents('groupPeople')].map(([id, each]) => [id, each as unknown as GroupPersonDoc]))
  client.socket.close()
  return people
}

async function exportOf(user: TestUser): Promise<Record<string, string>> {
  const { url } = await user.client.call<{ url: string }>('account.export', {})
  const files = unzipSync(new Uint8Array(await (await fetch(`${scene.testApp.http}${url}`)).arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]))
}

describe('the list of people', () => {
  it('has those who were added, with what was said of them, and shows changes as they happen', async () => {
    const client = await connect(manager)
    await client.subscribe('groups.people', { groupId })
    const id = await addPerson({ name: '  Ada King ', ifpaNumber: '٠١٢', note: 'Sits down to play.' })
    await client.waitUntil(() => client.documents('groupPeople').has(id))
    expect(client.documents('groupPeople').get(id)).toEqual({
      ...{ groupId, name: 'Ada King', ifpaNumber: '012', note: 'Sits down to play.' },
    })
    await manager.client.call('groups.editPerson', { groupId, personId: id, note: '', ifpaNumber: null })
    await client.waitUntil(() => client.documents('groupPeople').get(id)?.note === undefined)
    expect(client.documents('groupPeople').get(id)).toEqual({ groupId, name: 'Ada King' })
    await manager.client.call('groups.removePerson', { groupId, personId: id, eraseName: false })
    await client.waitUntil(() => !client.documents('groupPeople').has(id))
    client.socket.close()
  })

  it('takes the same people again without adding them twice, and refuses their ids for others, also after they are gone', async () => {
    const group = await createGroup(owner, 'public')
    const people = [
      { _id: uuidv7(), name: 'Ben' },
      { _id: uuidv7(), name: 'Cleo', ifpaNumber: '7' },
    ]
    for (let i = 0; i < 2; i++) expect(await owner.client.call('groups.addPeople', { groupId: group, people })).toEqual({})
    await owner.client.call('groups.editPerson', { groupId: group, personId: people[0]!._id, name: 'Benno' })
    expect(await owner.client.call('groups.addPeople', { groupId: group, people })).toEqual({})
    expect(Object.values(await readPeople(group)).map(({ name }) => name)).toEqual(expect.arrayContaining(['Benno', 'Cleo']))
    const other = {
      groupId: group,
      people: [
        { _id: uuidv7(), name: 'Dan' },
        { ...people[1]!, name: 'Another' },
      ],
    }
    expect(await owner.client.expectError('groups.addPeople', other)).toMatchObject({ error: 409, details: { code: 'id-used' } })
    expect(Object.keys(await readPeople(group))).toHaveLength(2)
    await owner.client.call('groups.removePerson', { groupId: group, personId: people[1]!._id, eraseName: false })
    for (const by of [owner, outsider]) {
      const own = by === owner ? group : await createGroup(outsider, 'public')
      const again = { groupId: own, people: [people[1]!] }
      expect(await by.client.expectError('groups.addPeople', again)).toMatchObject({ error: 409, details: { code: 'id-used' } })
    }
    expect(await owner.client.expectError('groups.addPeople', { groupId: group, people: [people[0]!, people[0]!] })).toMatchObject({
      error: 400,
      details: [{ path: 'people', code: 'duplicate' }],
    })
  })

  it('is full with a thousand people, and says so', async () => {
    const group = await createGroup(owner, 'public')
    await scene.testApp.app.database.pool.query(
      `INSERT INTO group_people (id, group_id, name, made_by, fingerprint) SELECT $1::text || n, $1, 'Person ' || n, $2, '' FROM generate_series(1, $3::int) n`,
      [group, owner.id, MAX_PEOPLE - 1],
    )
    await addPerson({}, group)
    const last = { groupId: group, people: [{ _id: uuidv7(), name: 'One too many' }] }
    expect(await owner.client.expectError('groups.addPeople', last)).toMatchObject({
      error: 409,
      details: { code: 'people-full', n: MAX_PEOPLE },
    })
    const eventId = await newEvent(BEST_GAME, group)
    const [added] = await addPlayers(eventId, [{ displayName: 'Late Guest', keep: true }])
    expect(added!.error).toBe(undefined)
    expect(await entrantOf(eventId, 'Late Guest')).toBeDefined()
    expect(Object.keys(await readPeople(group))).toHaveLength(MAX_PEOPLE)
  })

  it('refuses a name that is taken for somebody else’s, and says whose it is in the list', async () => {
    await signUp(scene.testApp, 'Pope')
    const people = [
      { _id: uuidv7(), name: 'Fine' },
      // It is written in Cyrillic letters.
      { _id: uuidv7(), name: '\u0420\u043e\u0440\u0435' },
    ]
    expect(await owner.client.expectError('groups.addPeople', { groupId, people })).toMatchObject({
      error: 400,
      details: [{ path: 'people.1.name' }],
    })
  })
})

describe('who may see the people', () => {
  it('those who run the group by the group, and who directs one of its events by the event', async () => {
    const id = await addPerson({ name: 'Zacharias Quill' })
    const eventId = await newEvent()
    await owner.client.call('events.setStaff', { eventId, userId: coDirector.id, role: 'co-director' })
    const [added] = await addPlayers(eventId, [{ personId: id }], coDirector)
    for (const [user, name, argument] of [
      [owner, 'groups.people', { groupId }],
      [manager, 'groups.people', { groupId }],
      [owner, 'events.people', { eventId }],
      [coDirector, 'events.people', { eventId }],
    ] as const) {
      const client = await connect(user)
      expect((await client.subscribe(name, argument)).error).toBe(null)
      expect(peopleOf(client).map(({ name }) => name)).toContain('Zacharias Quill')
      if (name === 'events.people') expect(client.documents('eventPeople').get(added!.entrantId!)).toEqual({ eventId, personId: id })
      client.socket.close()
    }
    expect((await coDirector.client.subscribe('groups.people', { groupId })).error).toMatchObject({ error: 403 })
    for (const user of [member, outsider]) {
      expect((await user.client.subscribe('groups.people', { groupId })).error).toMatchObject({ error: 403 })
      expect((await user.client.subscribe('events.people', { eventId })).error).toMatchObject({ error: 403 })
    }
  })

  it('nobody else on the wire: a member who reads everything of the group gets names of entries, and nothing of the list', async () => {
    const id = await addPerson({ name: 'Wilhelmina Hidden', note: 'owes us for the pizza' })
    const played = await addPerson({ name: 'Theodora Visible', note: 'a note about Theodora' })
    const eventId = await newEvent(MATCH_PLAY)
    const clients = [await connect(member), await DdpTestClient.open(scene.testApp.endpoint)]
    for (const client of clients) {
      for (const name of ['groups.one', 'events.list']) await client.subscribe(name, { groupId })
      for (const name of ['events.one', 'events.entrants', 'events.standings', 'events.rounds', 'events.log'])
        await client.subscribe(name, { eventId })
    }
    await addPlayers(eventId, [{ personId: played }, { displayName: 'Guest of today', keep: true }])
    await owner.client.call('groups.editPerson', { groupId, personId: id, note: 'owes us for the second pizza' })
    await owner.client.call('groups.editPerson', { groupId, personId: played, ifpaNumber: '4711' })
    for (const client of clients) {
      await client.waitUntil(() => [...client.documents('eventEntrants').values()].some(each => each.ifpaNumber === '4711'))
      const text = client.frames.join('\n')
      expect(text).toContain('Theodora Visible')
      expect(
        findNeedles(text, ['Wilhelmina Hidden', 'owes us for', 'a note about', 'groupPeople', 'personId', 'person_id', id, played]),
      ).toEqual([])
      client.socket.close()
    }
    for (const as of ['json', 'csv', 'ifpa']) {
      const { body } = await member.client.call<{ body: string }>('events.export', { eventId, as })
      expect(findNeedles(body, ['Wilhelmina Hidden', 'a note about', 'personId', 'person_id', id, played])).toEqual([])
    }
    const files = await exportOf(member)
    expect(JSON.parse(files['group-people.json']!)).toEqual([])
    expect(findNeedles(Object.values(files).join('\n'), ['Wilhelmina Hidden', 'Theodora Visible'])).toEqual([])
  })

  it('ends for a manager who is one no more, for a director who directs no more, and when the group is removed', async () => {
    const group = await createGroup(owner, 'private', 'Secret club')
    const helper = await signUp(scene.testApp, 'Short time helper')
    await addToGroup(owner, group, helper, ['manager'])
    await addPerson({ name: 'First Person' }, group)
    const eventId = await newEvent(BEST_GAME, group)
    await owner.client.call('events.setStaff', { eventId, userId: helper.id, role: 'co-director' })
    const client = await connect(helper)
    const byGroup = await client.subscribe('groups.people', { groupId: group })
    const byEvent = await client.subscribe('events.people', { eventId })
    const ended = (sub: { id: string }) => client.waitForMessage(({ msg, id }) => msg === 'nosub' && id === sub.id)
    await owner.client.call('groups.setRoles', { groupId: group, userId: helper.id, roles: ['member'] })
    expect(await ended(byGroup)).toMatchObject({ error: { error: 403 } })
    expect(peopleOf(client)).toHaveLength(1)
    await owner.client.call('events.setStaff', { eventId, userId: helper.id, role: null })
    expect(await ended(byEvent)).toMatchObject({ error: { error: 403 } })
    expect(peopleOf(client)).toHaveLength(0)
    const mine = await connect(owner)
    const own = await mine.subscribe('groups.people', { groupId: group })
    await owner.client.call('groups.remove', { groupId: group })
    expect(await mine.waitForMessage(({ msg, id }) => msg === 'nosub' && id === own.id)).toMatchObject({ error: { error: 404 } })
    expect(findNeedles(await dumpTables(scene.testApp), ['First Person'])).toEqual([])
    for (const each of [client, mine]) each.socket.close()
  })
})

describe('an entry that is made from a person', () => {
  it('has the name and the number of the person, and is made once', async () => {
    const id = await addPerson({ name: 'Ada Twice', ifpaNumber: '99' })
    const eventId = await newEvent()
    const entry = { _id: uuidv7(), personId: id, presence: 'expected' }
    const first = await addPlayers(eventId, [entry])
    expect(first).toEqual([{ _id: entry._id, entrantId: entry._id }])
    expect(await addPlayers(eventId, [entry])).toEqual(first)
    const [again] = await addPlayers(eventId, [{ personId: id }])
    expect(again!.entrantId).toBe(entry._id)
    expect((await readEntrants(eventId)).filter(({ displayName }) => displayName === 'Ada Twice')).toEqual([
      { _id: entry._id, eventId, displayName: 'Ada Twice', ifpaNumber: '99', presence: 'expected' },
    ])
  })

  it('tells the list a number that it did not have, and no other one', async () => {
    const [without, other] = [await addPerson({ name: 'No Number' }), await addPerson({ name: 'Own Number', ifpaNumber: '55' })]
    const eventId = await newEvent()
    await addPlayers(eventId, [
      { personId: without, ifpaNumber: '54' },
      { personId: other, ifpaNumber: '56' },
    ])
    const people = await readPeople()
    expect([people[without]!.ifpaNumber, people[other]!.ifpaNumber]).toEqual(['54', '55'])
    expect((await readEntrants(eventId)).map(({ ifpaNumber }) => ifpaNumber).sort()).toEqual(['54', '55'])
  })

  it('is not made from somebody of another group, or who is on no list any more', async () => {
    const elsewhere = await addPerson({}, await createGroup(owner, 'public'))
    const gone = await addPerson()
    await owner.client.call('groups.removePerson', { groupId, personId: gone, eraseName: false })
    const eventId = await newEvent()
    const outcomes = await addPlayers(eventId, [
      { personId: elsewhere },
      { personId: gone },
      { personId: uuidv7() },
      { displayName: 'Eve' },
    ])
    expect(outcomes.map(({ error }) => error)).toEqual([
      ...Array.from({ length: 3 }, () => 'There is no such person on the list of the group.'),
      undefined,
    ])
  })

  it('puts a guest on the list if the director wants that, under the same id, and in no other event', async () => {
    const eventId = await newEvent()
    const [kept, plain] = [uuidv7(), uuidv7()]
    for (let i = 0; i < 2; i++)
      await addPlayers(eventId, [
        { _id: kept, displayName: 'Kept Guest', ifpaNumber: '5', keep: true },
        { _id: plain, displayName: 'Plain Guest' },
      ])
    const people = await readPeople()
    expect(people[kept]).toEqual({ groupId, name: 'Kept Guest', ifpaNumber: '5' })
    expect(people[plain]).toBe(undefined)
    const next = await newEvent()
    await addPlayers(next, [{ personId: kept }])
    expect(await entrantOf(next, 'Kept Guest')).toMatchObject({ ifpaNumber: '5' })
    // An event without a group has no list.
    const alone = await createEvent(scene.director, scene.clock.now(), { format: BEST_GAME, machineIds: scene.machines })
    const [outcome] = await addPlayers(alone, [{ displayName: 'Kept Nowhere', keep: true }], scene.director)
    expect(outcome!.error).toBe(undefined)
    const client = await connect(scene.director)
    await client.subscribe('events.people', { eventId: alone })
    expect(peopleOf(client)).toEqual([])
    client.socket.close()
  })

  it('is put on the list later, once, and a player with an account is not', async () => {
    const eventId = await newEvent()
    const [guest, account] = await addPlayers(eventId, [{ displayName: 'Kept Later', ifpaNumber: '6' }, { userId: member.id }])
    const keep = (entrantId: string) => owner.client.tryCall('events.editEntrant', { eventId, entrantId, keep: true })
    for (let i = 0; i < 2; i++) expect((await keep(guest!.entrantId!)).error).toBe(undefined)
    const kept = Object.entries(await readPeople()).filter(([, { name }]) => name === 'Kept Later')
    expect(kept.map(([, person]) => person)).toEqual([{ groupId, name: 'Kept Later', ifpaNumber: '6' }])
    expect(await addPlayers(eventId, [{ personId: kept[0]![0] }])).toMatchObject([{ entrantId: guest!.entrantId }])
    expect((await keep(account!.entrantId!)).error).toMatchObject({ error: 409, details: { code: 'player-has-account' } })
  })

  it('is called as the person in all events once the group renames the person; a director who corrects a guest corrects the list', async () => {
    const id = await addPerson({ name: 'Jhon Smith' })
    const events = [await newEvent(), await newEvent(MATCH_PLAY)]
    for (const eventId of events) await addPlayers(eventId, [{ personId: id }])
    await owner.client.call('groups.editPerson', { groupId, personId: id, name: 'John Smith', ifpaNumber: '31' })
    for (const eventId of events) expect(await entrantOf(eventId, 'John Smith')).toMatchObject({ ifpaNumber: '31' })
    const { _id: entrantId } = (await entrantOf(events[0]!, 'John Smith'))!
    await owner.client.call('events.editEntrant', { eventId: events[0]!, entrantId, displayName: 'Jon Smith' })
    expect((await readPeople())[id]).toMatchObject({ name: 'Jon Smith', ifpaNumber: '31' })
    expect(await entrantOf(events[1]!, 'John Smith')).toBeDefined()
  })
})

describe('a claim', () => {
  /** Two nights of a person: a match-play event with a round, and an event of scores with a score. */
  async function playTwoNights(id: string): Promise<{ rounds: string; scores: string; scoreId: string }> {
    const [rounds, scores] = [await newEvent(MATCH_PLAY), await newEvent()]
    await addPlayers(rounds, [{ personId: id }, { displayName: `Opponent ${++count}` }])
    await owner.client.call('events.draw', { _id: uuidv7(), eventId: rounds })
    const [added] = await addPlayers(scores, [{ personId: id }])
    const scoreId = uuidv7()
    const entry = { _id: scoreId, eventId: scores, entrantId: added!.entrantId, machineId: scene.machines[0], value: 1234 }
    await owner.client.call('events.enter', entry)
    return { rounds, scores, scoreId }
  }

  it('takes all nights of the person at once, scores included, and the list names the account from then on', async () => {
    const id = await addPerson({ name: 'Grandma Claimed', note: 'likes Xenon' })
    const nights = await playTwoNights(id)
    const guest = await entrantOf(nights.rounds, 'Grandma Claimed')
    const { code } = await owner.client.call<{ code: string }>('events.claimCode', { eventId: nights.rounds, entrantId: guest!._id })
    const claimer = await signUp(scene.testApp, 'Claimer One')
    expect(await claimer.client.call('events.look', { code })).toMatchObject({ guest: 'Grandma Claimed' })
    for (let i = 0; i < 2; i++) expect(await claimer.client.call('events.claim', { code })).toEqual({ eventId: nights.rounds })
    for (const eventId of [nights.rounds, nights.scores])
      expect((await readEntrants(eventId)).filter(({ userId }) => userId === claimer.id)).toHaveLength(1)
    const { rows } = await scene.testApp.app.database.pool.query('SELECT user_id FROM scores WHERE id = $1', [nights.scoreId])
    expect(rows).toEqual([{ user_id: claimer.id }])
    expect((await readPeople())[id]).toEqual({
      ...{ groupId, name: 'Claimer One', note: 'likes Xenon', userId: claimer.id, username: 'Claimer One' },
    })
    // The group goes on adding the person, who is the account now; name and number are the account's own.
    const next = await newEvent()
    await addPlayers(next, [{ personId: id }])
    expect((await readEntrants(next)).map(({ userId }) => userId)).toEqual([claimer.id])
    const edit = { groupId, personId: id, name: 'Somebody else' }
    expect(await owner.client.expectError('groups.editPerson', edit)).toMatchObject({ error: 409, details: { code: 'person-has-account' } })
    await owner.client.call('groups.editPerson', { groupId, personId: id, note: 'likes Xenon best' })
    expect(JSON.parse((await exportOf(claimer))['group-people.json']!)).toEqual([
      { groupId, group: 'Thursday club', name: 'Grandma Claimed', ifpaNumber: null, note: 'likes Xenon best' },
    ])
  })

  it('works by the code that those who run the group give out, which is one of the latest night', async () => {
    const id = await addPerson({ name: 'Uncle Link' })
    const ask = { groupId, personId: id }
    expect(await owner.client.expectError('events.personClaimCode', ask)).toMatchObject({ error: 404, details: { code: 'no-guest-entry' } })
    const { rounds, scores } = await playTwoNights(id)
    const { code } = await manager.client.call<{ code: string }>('events.personClaimCode', ask)
    expect(await manager.client.call('events.personClaimCode', ask)).toEqual({ code })
    expect(await member.client.expectError('events.personClaimCode', ask)).toMatchObject({ error: 403 })
    const claimer = await signUp(scene.testApp, 'Claimer Two')
    await claimer.client.call('events.claim', { code })
    for (const eventId of [rounds, scores]) expect((await readEntrants(eventId)).map(({ userId }) => userId)).toContain(claimer.id)
    expect(await owner.client.expectError('events.personClaimCode', ask)).toMatchObject({ error: 404 })
    const other = await signUp(scene.testApp, 'Claimer Three')
    expect(await other.client.expectError('events.claim', { code })).toMatchObject({ error: 404 })
    expect(await other.client.expectError('events.look', { code })).toMatchObject({ error: 404 })
  })

  it('joins the nights with those that the account has played itself, and is refused as a whole where they met in a round', async () => {
    const claimer = await signUp(scene.testApp, 'Claimer Four')
    const [id, stranger] = [await addPerson({ name: 'Same Person' }), await addPerson({ name: 'Other Person' })]
    const { scores } = await playTwoNights(id)
    await claimer.client.call('events.join', { eventId: scores })
    const { rounds } = await playTwoNights(stranger)
    const shared = await newEvent(MATCH_PLAY)
    await addPlayers(shared, [{ personId: stranger }, { userId: claimer.id }])
    await owner.client.call('events.draw', { _id: uuidv7(), eventId: shared })
    const codeOf = async (personId: string) =>
      (await owner.client.call<{ code: string }>('events.personClaimCode', { groupId, personId })).code
    const refused = { code: await codeOf(stranger) }
    expect(await claimer.client.expectError('events.claim', refused)).toMatchObject({ error: 409, details: { code: 'drawn-together' } })
    expect(await entrantOf(rounds, 'Other Person')).toBeDefined()
    expect((await readPeople())[stranger]!.userId).toBe(undefined)
    await claimer.client.call('events.claim', { code: await codeOf(id) })
    expect((await readEntrants(scores)).map(({ userId }) => userId)).toEqual([claimer.id])
  })

  it('of two people by one account makes them one on the list', async () => {
    const claimer = await signUp(scene.testApp, 'Claimer Six')
    const [first, second] = [await addPerson({ name: 'Known Once' }), await addPerson({ name: 'Known Twice' })]
    for (const personId of [first, second]) {
      const { rounds } = await playTwoNights(personId)
      const { code } = await owner.client.call<{ code: string }>('events.personClaimCode', { groupId, personId })
      await claimer.client.call('events.claim', { code })
      expect((await readEntrants(rounds)).map(({ userId }) => userId)).toContain(claimer.id)
    }
    const people = await readPeople()
    expect([people[first]?.userId, people[second]]).toEqual([claimer.id, undefined])
  })

  it('of two accounts at the same moment is one’s', async () => {
    const id = await addPerson({ name: 'Wanted Twice' })
    await playTwoNights(id)
    const { code } = await owner.client.call<{ code: string }>('events.personClaimCode', { groupId, personId: id })
    const claimers = [await signUp(scene.testApp, 'Racer One'), await signUp(scene.testApp, 'Racer Two')]
    const outcomes = await Promise.all(claimers.map(({ client }) => client.tryCall('events.claim', { code })))
    expect(outcomes.map(({ error }) => error?.error).sort()).toEqual([404, undefined])
    const winner = claimers[outcomes.findIndex(({ error }) => error === undefined)]!
    expect((await readPeople())[id]!.userId).toBe(winner.id)
  })
})

describe('groups.mergePeople', () => {
  it('makes one of two people who were never in one event: the other’s nights and name are the one’s', async () => {
    const [from, into] = [await addPerson({ name: 'Bob Old' }), await addPerson({ name: 'Bob New', ifpaNumber: '8' })]
    const [first, second] = [await newEvent(), await newEvent()]
    await addPlayers(first, [{ personId: from }])
    await addPlayers(second, [{ personId: into }])
    await owner.client.call('groups.mergePeople', { groupId, from, into })
    for (const eventId of [first, second]) expect(await readEntrants(eventId)).toMatchObject([{ displayName: 'Bob New', ifpaNumber: '8' }])
    const people = await readPeople()
    expect([people[from], people[into]?.name]).toEqual([undefined, 'Bob New'])
    expect(await addPlayers(first, [{ personId: into }])).toMatchObject([{ entrantId: (await entrantOf(first, 'Bob New'))!._id }])
  })

  it('at the moment at which both are added to one event leaves one entry, or two people', async () => {
    for (let i = 0; i < 8; i++) {
      const [from, into, eventId] = [await addPerson(), await addPerson(), await newEvent()]
      const second = await connect(manager)
      const [merged] = await Promise.all([
        second.tryCall('groups.mergePeople', { groupId, from, into }),
        addPlayers(eventId, [{ personId: from }]),
        addPlayers(eventId, [{ personId: into }], owner),
      ])
      second.socket.close()
      expect([undefined, 'people-met']).toContain((merged.error?.details as { code?: string } | undefined)?.code)
      const people = await readPeople()
      expect(people[from] === undefined).toBe(merged.error === undefined)
      expect(await readEntrants(eventId)).toHaveLength(merged.error === undefined ? 1 : 2)
    }
  })

  it('is refused for two who were in one event, for oneself, and for one who has an account', async () => {
    const [a, b] = [await addPerson(), await addPerson()]
    const eventId = await newEvent()
    await addPlayers(eventId, [{ personId: a }, { personId: b }])
    const merge = (from: string, into: string) => owner.client.expectError('groups.mergePeople', { groupId, from, into })
    expect(await merge(a, b)).toMatchObject({ error: 409, details: { code: 'people-met' } })
    expect(await merge(a, a)).toMatchObject({ error: 404 })
    const elsewhere = await addPerson({}, await createGroup(owner, 'public'))
    expect(await merge(a, elsewhere)).toMatchObject({ error: 404 })
    const { code } = await owner.client.call<{ code: string }>('events.personClaimCode', { groupId, personId: a })
    const claimer = await signUp(scene.testApp, 'Claimer Five')
    await claimer.client.call('events.claim', { code })
    expect(await merge(a, await addPerson())).toMatchObject({ error: 409, details: { code: 'person-has-account' } })
    // The other way round the account gets the nights.
    const duplicate = await addPerson({ name: 'Duplicate' })
    const other = await newEvent()
    await addPlayers(other, [{ personId: duplicate }])
    await owner.client.call('groups.mergePeople', { groupId, from: duplicate, into: a })
    expect((await readEntrants(other)).map(({ userId }) => userId)).toEqual([claimer.id])
  })
})

describe('somebody who leaves the list', () => {
  it('stays in the events by the name, or as a former member whose name is nowhere any more', async () => {
    const [kept, erased] = [
      await addPerson({ name: 'Stays By Name', ifpaNumber: '77' }),
      await addPerson({ name: 'Wants To Go', ifpaNumber: '78' }),
    ]
    const eventId = await newEvent(MATCH_PLAY)
    const [, added] = await addPlayers(eventId, [{ personId: kept }, { personId: erased }])
    await owner.client.call('events.editEntrant', { eventId, entrantId: added!.entrantId, displayName: 'Wants To Leave' })
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    const other = await newEvent()
    await addPlayers(other, [{ personId: erased }])
    await owner.client.call('events.removeEntrant', { eventId: other, entrantId: (await entrantOf(other, 'Wants To Leave'))!._id })
    await owner.client.call('groups.removePerson', { groupId, personId: kept, eraseName: false })
    for (let i = 0; i < 2; i++) await owner.client.call('groups.removePerson', { groupId, personId: erased, eraseName: true })
    expect((await readEntrants(eventId)).map(({ displayName, ifpaNumber }) => [displayName, ifpaNumber])).toEqual(
      expect.arrayContaining([
        ['Stays By Name', '77'],
        [FORMER_MEMBER, undefined],
      ]),
    )
    await scene.visitor.subscribe('events.log', { eventId })
    await scene.visitor.subscribe('events.rounds', { eventId })
    const log = [...scene.visitor.documents('eventLog').values()].map(each => (each as unknown as EventLogDoc).what)
    expect(findNeedles(log.join('\n'), ['Wants To Go', 'Wants To Leave'])).toEqual([])
    expect(getRoundGroups(scene.visitor, eventId, 1)).toHaveLength(1)
    expect(findNeedles(await dumpTables(scene.testApp), ['Wants To Go', 'Wants To Leave'])).toEqual([])
  })

  it('because the account that has claimed the person is deleted leaves nothing on the list', async () => {
    const id = await addPerson({ name: 'Soon Deleted', note: 'a note that goes too' })
    const eventId = await newEvent()
    await addPlayers(eventId, [{ personId: id }])
    const { code } = await owner.client.call<{ code: string }>('events.personClaimCode', { groupId, personId: id })
    const claimer = await signUp(scene.testApp, 'Claimer Deleted')
    await claimer.client.call('events.claim', { code })
    const watching = await connect(owner)
    await watching.subscribe('groups.people', { groupId })
    expect(peopleOf(watching).map(({ _id }) => _id)).toContain(id)
    await claimer.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    await watching.waitUntil(() => !peopleOf(watching).some(({ _id }) => _id === id))
    expect(findNeedles(await dumpTables(scene.testApp), ['Soon Deleted', 'a note that goes too', 'Claimer Deleted'])).toEqual([])
    watching.socket.close()
  })
})
