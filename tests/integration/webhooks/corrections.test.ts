import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { FakeDiscord } from '../fakes/discord.ts'
import type { ReceivedMessage } from '../fakes/hook-receiver.ts'
import { addAccounts, addGuests, claimGuest, createEvent, getRoundGroups } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { holdRow } from '../helpers/hold-row.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'
import { HOOK_SITE, type Hook, type HookScene, openHookScene, type TestHooks } from '../helpers/webhooks.ts'

/* What a program has to be told whose copy of scores and results is to stay right. */

const MINUTE = 60_000
const NO_FILTERS = { machineIds: [], venueIds: [], groupIds: [], eventIds: [] }
const MATCH_PLAY = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 5, points: 'ifpa' } as const

let scene: HookScene
let clock: SettableClock
let discord: FakeDiscord
let testApp: TestApp
let hooks: TestHooks
let admin: TestUser
let owner: TestUser
let player: TestUser
let machines: { id: string; name: string }[]
/** machines that no other test uses */
let unplayed: { id: string; name: string }[]
/** hooks of the test, and who has added them */
let added: [TestUser, Hook][] = []

beforeAll(async () => {
  scene = await openHookScene(20)
  ;({ clock, testApp, discord, hooks, admin, owner, player, machines } = scene)
  unplayed = machines.splice(10)
})
afterAll(() => scene.close())
afterEach(async () => {
  for (const [by, hook] of added) await hooks.remove(by, hook)
  added = []
})

async function addHook(by: TestUser, more: object = {}): Promise<Hook> {
  const hook = await hooks.add(by, more)
  added.push([by, hook])
  return hook
}

/** Lets something happen of which nothing is read before it is over. */
const together = <T>(happen: () => Promise<T>): Promise<T> => holdRow(testApp, 'webhook_cursor', happen)
const take = (hook: Hook): Promise<ReceivedMessage[]> => hooks.take(hook)

/** The type of a message, and what of its data the tests look at. */
interface Data {
  type: string
  action?: string
  score?: { value: number; status: string; void?: boolean }
  groupId?: string
  games?: { places: { player: { entrantId: string } }[] }[]
  from?: object
  into?: { name?: string }
}
const takeData = async (hook: Hook): Promise<Data[]> => (await take(hook)).map(({ message: { type, data } }) => ({ ...data, type }))

async function submit(value: number, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId: machines[0]!.id, value, ...more })
  return _id
}

async function voidPlay(eventId: string, what: object): Promise<string> {
  const _id = uuidv7()
  await owner.client.call('events.void', { _id, eventId, what })
  return _id
}
const undo = (eventId: string, voidId: string): Promise<unknown> => owner.client.call('events.undo', { eventId, voidId })

describe('a score', () => {
  const bestGame = (more: object = {}): Promise<string> =>
    createEvent(owner, clock.now(), {
      format: { kind: 'best-game', points: 'papa' },
      machineIds: machines.slice(0, 2).map(({ id }) => id),
      ...more,
    })

  it('that its director voids is told, and that this was undone', async () => {
    const hook = await addHook(admin, { types: ['score.submitted', 'score.moderated'] })
    const eventId = await bestGame()
    const scoreId = await submit(1000, { eventId })
    const [first] = await takeData(hook)
    expect(first).toMatchObject({ type: 'score.submitted', score: { id: scoreId }, event: { id: eventId } })
    expect(first!.score).not.toHaveProperty('void')

    const voidId = await voidPlay(eventId, { attemptId: scoreId })
    expect(await takeData(hook)).toEqual([
      {
        type: 'score.moderated',
        action: 'voided',
        score: {
          id: scoreId,
          value: 1000,
          achievedAt: expect.any(String),
          status: 'unverified',
          void: true,
          url: `${HOOK_SITE}/scores/${scoreId}`,
        },
        machine: { id: machines[0]!.id, name: machines[0]!.name, url: `${HOOK_SITE}/machines/${machines[0]!.id}` },
        player: { id: player.id, name: 'Ann', username: player.username, url: `${HOOK_SITE}/players/${player.username}` },
        event: expect.objectContaining({ id: eventId, name: 'Selfie league', url: `${HOOK_SITE}/events/${eventId}` }),
      },
    ])

    // What a moderator decides about it says too that it is void.
    await grantRoles(testApp, admin.id, ['admin', 'moderator'])
    await admin.client.call('scores.moderate', { scoreId, version: 1, status: 'verified' })
    const [verified] = await takeData(hook)
    expect(verified).toMatchObject({ type: 'score.moderated', score: { status: 'verified', void: true } })
    expect(verified).not.toHaveProperty('action')

    await undo(eventId, voidId)
    const [restored, ...more] = await takeData(hook)
    expect([restored, more]).toMatchObject([
      { type: 'score.moderated', action: 'restored', score: { id: scoreId, status: 'verified' } },
      [],
    ])
    expect(restored!.score).not.toHaveProperty('void')
    await undo(eventId, voidId)
    expect(await take(hook)).toEqual([])
  })

  it('is told as void with all of its machine and time, and from the start if it comes later', async () => {
    const hook = await addHook(admin, { types: ['score.submitted', 'score.moderated'] })
    const eventId = await bestGame()
    const played = (minutes: number): object => ({ eventId, achievedAt: new Date(clock.now() - minutes * MINUTE) })
    const ids = [await submit(1, played(20)), await submit(2, played(15))]
    const outside = await submit(3, played(5))
    await take(hook)
    const [from, to] = [new Date(clock.now() - 25 * MINUTE), new Date(clock.now() - 10 * MINUTE)]
    const voidId = await voidPlay(eventId, { machineId: machines[0]!.id, from, to })
    const short = async () => (await takeData(hook)).map(({ type, action, score }) => [type, action, score])
    const isVoid = (id: string) => ['score.moderated', 'voided', expect.objectContaining({ id, void: true })]
    expect(await short()).toEqual(ids.map(isVoid))
    const late = await submit(4, played(12))
    expect(await short()).toEqual([['score.submitted', undefined, expect.objectContaining({ id: late, void: true })]])
    await undo(eventId, voidId)
    const restored = await short()
    expect(restored).toEqual([...ids, late].map(id => ['score.moderated', 'restored', expect.objectContaining({ id })]))
    expect(JSON.stringify(restored)).not.toContain('"void"')
    expect(JSON.stringify(restored)).not.toContain(outside)
  })

  it('that is voided and restored before anybody is told is told as it is', async () => {
    const hook = await addHook(admin, { types: ['score.moderated'] })
    const eventId = await bestGame()
    const scoreId = await submit(5, { eventId })
    await together(async () => undo(eventId, await voidPlay(eventId, { attemptId: scoreId })))
    expect((await takeData(hook)).map(({ action }) => action)).toEqual(['restored'])
  })

  it('that is void in a private event is told as such to hooks of its group and event alone', async () => {
    const groupId = await createGroup(owner, 'private', 'Secret club')
    await addToGroup(owner, groupId, player)
    const other = await createGroup(owner, 'private', 'Other club')
    await addToGroup(owner, other, player)
    const eventId = await bestGame({ groupId })
    const types = ['score.submitted', 'score.moderated']
    const [own, others, director] = [
      await addHook(owner, { groupId, types }),
      await addHook(owner, { groupId: other, types }),
      await addHook(owner, { eventId, types }),
    ]
    const site = await addHook(admin, { types })
    await together(async () => voidPlay(eventId, { attemptId: await submit(6, { eventId }) }))
    for (const hook of [own, director])
      expect((await takeData(hook)).map(({ type, score }) => [type, score!.void])).toEqual([
        ['score.submitted', true],
        ['score.moderated', true],
      ])
    for (const hook of [others, site]) {
      const messages = await take(hook)
      expect(messages.map(({ message }) => message.type)).toEqual(['score.submitted'])
      expect(JSON.stringify(messages)).not.toMatch(new RegExp(`void|${eventId}`))
    }
  })

  it('that is voided is told through the filters of a hook', async () => {
    const eventId = await bestGame()
    const types = ['score.moderated']
    const { venueId } = await admin.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Lamp Cellar', place: 'Bremen' })
    await admin.client.call('venues.setMachines', { venueId, machineIds: [machines[0]!.id], was: [] })
    const through = [
      await addHook(admin, { types, only: { ...NO_FILTERS, machineIds: [machines[0]!.id] } }),
      await addHook(admin, { types, only: { ...NO_FILTERS, venueIds: [venueId] } }),
      await addHook(admin, { types, only: { ...NO_FILTERS, eventIds: [eventId] } }),
    ]
    const kept = await addHook(admin, { types, only: { ...NO_FILTERS, machineIds: [machines[1]!.id] } })
    const scoreId = await submit(7, { eventId, venueId })
    await voidPlay(eventId, { attemptId: scoreId })
    for (const hook of through) expect(await take(hook)).toHaveLength(1)
    expect(await take(kept)).toEqual([])
  })

  it('that is corrected or removed is told', async () => {
    const hook = await addHook(admin, { types: ['score.submitted', 'score.corrected', 'score.removed'] })
    const scoreId = await submit(8000)
    await player.client.call('scores.edit', { scoreId, value: 9000 })
    await player.client.call('scores.remove', { scoreId })
    expect((await takeData(hook)).map(({ type, score }) => [type, score])).toEqual(
      [
        ['score.submitted', 8000],
        ['score.corrected', 9000],
        ['score.removed', 9000],
      ].map(([type, value]) => [type, expect.objectContaining({ id: scoreId, value })]),
    )
  })

  it('that is corrected to one that nobody believes is told as removed, and as new once it is released', async () => {
    const hook = await addHook(admin, { types: ['score.submitted', 'score.corrected', 'score.removed'] })
    const newcomer = await signUp(testApp, 'Newcomer')
    const machineId = machines[3]!.id
    const _id = uuidv7()
    await newcomer.client.call('scores.submit', { _id, machineId, value: 5000 })
    await newcomer.client.call('scores.edit', { scoreId: _id, value: 9_000_000_000_000 })
    // What nobody has looked at is not spread either: it is told what is gone.
    expect(await takeData(hook)).toMatchObject([
      { type: 'score.submitted', score: { value: 5000 } },
      { type: 'score.removed', score: { id: _id, value: 5000 } },
    ])
    await grantRoles(testApp, admin.id, ['admin', 'moderator'])
    await admin.client.call('scores.moderate', { scoreId: _id, version: 2, status: 'verified' })
    expect(await takeData(hook)).toMatchObject([{ type: 'score.submitted', score: { id: _id, value: 9_000_000_000_000 } }])
  })
})

describe('a score under review', () => {
  const ODD = 9_000_000_000_000
  const TYPES = ['score.submitted', 'score.record', 'score.corrected', 'score.moderated', 'score.removed']
  let newcomers = 0

  /** A score that is under review, on a machine of its own, and a hook that is told of scores. */
  async function hold(): Promise<{ hook: Hook; by: TestUser; scoreId: string }> {
    await grantRoles(testApp, admin.id, ['admin', 'moderator'])
    const hook = await addHook(admin, { types: TYPES })
    const by = await signUp(testApp, `Newcomer ${++newcomers}`)
    const scoreId = uuidv7()
    await by.client.call('scores.submit', { _id: scoreId, machineId: unplayed.pop()!.id, value: ODD })
    expect(await take(hook)).toEqual([])
    return { hook, by, scoreId }
  }

  async function moderate(scoreId: string, status: string): Promise<void> {
    const { rows } = await testApp.app.database.pool.query<{ version: number }>('SELECT version FROM scores WHERE id = $1', [scoreId])
    await admin.client.call('scores.moderate', { scoreId, version: rows[0]!.version, status })
  }

  const edit = (by: TestUser, scoreId: string, changes: object): Promise<unknown> => by.client.call('scores.edit', { scoreId, ...changes })

  /** Type, value and status of each message. */
  const short = async (hook: Hook) => (await takeData(hook)).map(({ type, score }) => [type, score!.value, score!.status])

  it('is told as new, and as a record, once its player has corrected it', async () => {
    const { hook, by, scoreId } = await hold()
    await edit(by, scoreId, { value: 9000 })
    expect(await short(hook)).toEqual([
      ['score.submitted', 9000, 'unverified'],
      ['score.record', 9000, 'unverified'],
    ])
    await edit(by, scoreId, { value: 8000 })
    expect(await short(hook)).toEqual([['score.corrected', 8000, 'unverified']])
  })

  it('is told as new once a moderator has corrected it', async () => {
    const { hook, scoreId } = await hold()
    await edit(admin, scoreId, { value: ODD + 1 })
    expect((await short(hook)).map(([type, value]) => [type, value])).toEqual([
      ['score.submitted', ODD + 1],
      ['score.record', ODD + 1],
    ])
  })

  it('is not told when its comment or its venue is changed, nor when it is removed', async () => {
    const { hook, by, scoreId } = await hold()
    const { venueId } = await admin.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Dark Cellar', place: 'Bremen' })
    await edit(by, scoreId, { comment: 'Honestly' })
    await edit(by, scoreId, { venueId })
    await edit(by, scoreId, { value: ODD + 10 })
    await by.client.call('scores.unlinkVenue', { venueId, scoreIds: [scoreId] })
    await by.client.call('scores.remove', { scoreId })
    expect(await short(hook)).toEqual([])
  })

  it('that was released is told when it is rejected afterwards, and when this is taken back', async () => {
    const { hook, scoreId } = await hold()
    await moderate(scoreId, 'unverified')
    expect((await short(hook)).map(([type]) => type)).toEqual(['score.submitted', 'score.record', 'score.moderated'])
    await moderate(scoreId, 'rejected')
    expect(await short(hook)).toEqual([['score.moderated', ODD, 'rejected']])
    await moderate(scoreId, 'verified')
    expect(await short(hook)).toEqual([['score.moderated', ODD, 'verified']])
  })

  it('that was rejected is told of when this is taken back, and not before', async () => {
    const { hook, scoreId } = await hold()
    await moderate(scoreId, 'rejected')
    expect(await short(hook)).toEqual([])
    await moderate(scoreId, 'verified')
    expect((await short(hook)).map(([type]) => type)).toEqual(['score.submitted', 'score.record', 'score.moderated'])
  })

  it('again, with the same value, is told as new each time that it is released, and once if its changes are read again', async () => {
    const { hook, by, scoreId } = await hold()
    const types = async () => (await short(hook)).map(([type]) => type)
    const released = ['score.submitted', 'score.record', 'score.moderated']
    await moderate(scoreId, 'unverified')
    expect(await types()).toEqual(released)
    await edit(by, scoreId, { value: 7000 })
    await edit(by, scoreId, { value: ODD })
    expect(await types()).toEqual(['score.corrected', 'score.removed'])
    await moderate(scoreId, 'unverified')
    expect(await types()).toEqual(released)
    await testApp.app.database.pool.query('UPDATE webhook_cursor SET n = 0')
    expect(await types()).toEqual([])
  })

  it('is told as new when it is released, also by a change that an earlier release of the program wrote', async () => {
    const { hook, scoreId } = await hold()
    await together(async () => {
      await moderate(scoreId, 'verified')
      await testApp.app.database.pool.query(`UPDATE feed SET body = body - 'was' WHERE kind = 'score' AND body #>> '{score,id}' = $1`, [
        scoreId,
      ])
    })
    expect((await short(hook)).map(([type]) => type)).toEqual(['score.submitted', 'score.record', 'score.moderated'])
  })
})

describe('a result', () => {
  interface Drawn {
    eventId: string
    hook: Hook
    groups: ReturnType<typeof getRoundGroups>
    entrants: string[]
  }

  const TYPES = ['result.confirmed', 'result.voided', 'score.removed', 'score.submitted']

  async function draw(guests: readonly string[], format: object = MATCH_PLAY, more: object = {}): Promise<Drawn> {
    const eventId = await createEvent(owner, clock.now(), {
      format: format as typeof MATCH_PLAY,
      machineIds: machines.slice(0, 4).map(({ id }) => id),
      ...more,
    })
    const entrants = await addGuests(owner, eventId, guests)
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    await owner.client.subscribe('events.rounds', { eventId })
    return { eventId, hook: await addHook(owner, { eventId, types: TYPES }), groups: getRoundGroups(owner.client, eventId, 1), entrants }
  }

  const enter = (eventId: string, groupId: string, order: readonly string[], more: object = {}): Promise<unknown> =>
    owner.client.call('events.result', { eventId, groupId, order, ...more })

  /** The type of each message with the winner of its first game. */
  const outcomes = async (hook: Hook) =>
    (await takeData(hook)).map(({ type, games }) => (games === undefined ? [type] : [type, games[0]!.places[0]!.player.entrantId]))

  it('that is voided is told, and each that counts afterwards, also if it is the same', async () => {
    const { eventId, hook, groups } = await draw(['Bo', 'Cy'])
    const [group] = groups
    const [a, b] = group!.entrantIds as [string, string]
    await enter(eventId, group!._id, [a, b])
    expect(await outcomes(hook)).toEqual([['result.confirmed', a]])
    const voidId = await voidPlay(eventId, { groupId: group!._id })
    expect(await takeData(hook)).toEqual([
      {
        type: 'result.voided',
        event: expect.objectContaining({ id: eventId }),
        round: { id: expect.any(String), number: 1, url: `${HOOK_SITE}/events/${eventId}?round=1` },
        groupId: group!._id,
      },
    ])
    await undo(eventId, voidId)
    expect(await outcomes(hook)).toEqual([['result.confirmed', a]])
    await voidPlay(eventId, { groupId: group!._id })
    expect(await outcomes(hook)).toEqual([['result.voided']])
    await enter(eventId, group!._id, [a, b])
    expect(await outcomes(hook)).toEqual([['result.confirmed', a]])
    for (const order of [
      [b, a],
      [a, b],
    ]) {
      await enter(eventId, group!._id, order)
      expect(await outcomes(hook)).toEqual([['result.confirmed', order[0]]])
    }
    // What is read together is told once, as it is.
    await together(async () => undo(eventId, await voidPlay(eventId, { groupId: group!._id })))
    expect(await outcomes(hook)).toEqual([['result.confirmed', a]])
    await together(async () => {
      await enter(eventId, group!._id, [b, a])
      await voidPlay(eventId, { groupId: group!._id })
    })
    expect(await outcomes(hook)).toEqual([['result.voided']])
  })

  it('of several games that was never complete is told neither as confirmed nor as voided', async () => {
    const { eventId, hook, groups } = await draw(['Bo', 'Cy'], MATCH_PLAY, { gamesPerRound: 2 })
    const [group] = groups
    await enter(eventId, group!._id, group!.entrantIds)
    await voidPlay(eventId, { groupId: group!._id, game: 1 })
    expect(await take(hook)).toEqual([])
    for (const game of [1, 2]) await enter(eventId, group!._id, group!.entrantIds, { game })
    expect(await outcomes(hook)).toEqual([['result.confirmed', group!.entrantIds[0]]])
    await voidPlay(eventId, { groupId: group!._id, game: 2 })
    expect(await outcomes(hook)).toEqual([['result.voided']])
  })

  it('whose group gets other players is told as voided, and as it was once this is undone', async () => {
    const { eventId, hook, groups } = await draw(['Bo', 'Cy', 'Di', 'Ed'])
    const [first, second] = groups
    await enter(eventId, first!._id, first!.entrantIds)
    await take(hook)
    const [a, b] = first!.entrantIds as [string, string]
    const [c, d] = second!.entrantIds as [string, string]
    const { rows } = await testApp.app.database.pool.query<{ id: string }>('SELECT id FROM event_rounds WHERE event_id = $1', [eventId])
    const roundId = rows[0]!.id
    const _id = uuidv7()
    const arranged = [
      { groupId: first!._id, entrantIds: [a, c], was: [a, b] },
      { groupId: second!._id, entrantIds: [b, d], was: [c, d] },
    ]
    await owner.client.call('events.arrange', { _id, eventId, roundId, groups: arranged, reopens: true })
    expect(await takeData(hook)).toMatchObject([{ type: 'result.voided', groupId: first!._id }])
    await undo(eventId, _id)
    expect(await takeData(hook)).toMatchObject([{ type: 'result.confirmed', groupId: first!._id }])
  })

  it('of a bracket that falls with the correction of an earlier one is told as voided, and as it was once this is undone', async () => {
    const format = { kind: 'bracket', elimination: 'single', bestOf: 1, third: false, choice: 'drawn' }
    const { eventId, hook, groups } = await draw(['Bo', 'Cy', 'Di', 'Ed'], format)
    for (const group of groups) await enter(eventId, group._id, group.entrantIds)
    await owner.client.waitUntil(() => getRoundGroups(owner.client, eventId, 2).length === 1)
    const [final] = getRoundGroups(owner.client, eventId, 2)
    await enter(eventId, final!._id, final!.entrantIds)
    await take(hook)
    const [first] = groups
    await enter(eventId, first!._id, first!.entrantIds.toReversed(), { reopens: true })
    const told = async () => (await takeData(hook)).map(({ type, groupId }) => `${type} ${groupId}`).sort()
    expect(await told()).toEqual([`result.confirmed ${first!._id}`, `result.voided ${final!._id}`])
    const { rows } = await testApp.app.database.pool.query<{ id: string }>(
      'SELECT id FROM event_voids WHERE event_id = $1 AND arrangement IS NOT NULL',
      [eventId],
    )
    await undo(eventId, rows[0]!.id)
    expect(await told()).toEqual([first!._id, final!._id].map(id => `result.confirmed ${id}`).sort())
    // A void of the first game takes the final with it too.
    const _id = uuidv7()
    await owner.client.call('events.void', { _id, eventId, what: { groupId: first!._id }, reopens: true })
    expect(await told()).toEqual([first!._id, final!._id].map(id => `result.voided ${id}`).sort())
  })

  it('with typed scores takes them along: they are removed with it', async () => {
    const eventId = await createEvent(owner, clock.now(), { format: MATCH_PLAY, machineIds: machines.slice(0, 4).map(({ id }) => id) })
    await addAccounts(owner, eventId, [player, await signUp(testApp, 'Rival')])
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    await owner.client.subscribe('events.rounds', { eventId })
    const [group] = getRoundGroups(owner.client, eventId, 1)
    const hook = await addHook(owner, { eventId, types: TYPES })
    await enter(eventId, group!._id, group!.entrantIds, { scores: [5000, 4000] })
    expect((await takeData(hook)).map(({ type }) => type).sort()).toEqual(['result.confirmed', 'score.submitted', 'score.submitted'])
    await voidPlay(eventId, { groupId: group!._id })
    expect((await takeData(hook)).map(({ type }) => type).sort()).toEqual(['result.voided', 'score.removed', 'score.removed'])
  })

  it('that is voided goes to no hook that may not know of its event', async () => {
    const groupId = await createGroup(owner, 'private', 'Hidden club')
    const other = await createGroup(owner, 'private', 'Foreign club')
    const { eventId, hook, groups } = await draw(['Bo', 'Cy'], MATCH_PLAY, { groupId })
    const own = await addHook(owner, { groupId, types: TYPES })
    const foreign = [await addHook(owner, { groupId: other }), await addHook(admin)]
    await enter(eventId, groups[0]!._id, groups[0]!.entrantIds)
    await take(hook)
    await take(own)
    await voidPlay(eventId, { groupId: groups[0]!._id })
    for (const each of [hook, own]) expect(await outcomes(each)).toEqual([['result.voided']])
    for (const each of foreign) expect(await take(each)).toEqual([])
  })
})

describe('merged players', () => {
  it('are told with the ids of both entries, by which results name them', async () => {
    const eventId = await createEvent(owner, clock.now(), { format: MATCH_PLAY, machineIds: machines.slice(0, 4).map(({ id }) => id) })
    const [bo, cy] = (await addGuests(owner, eventId, ['Bo', 'Cy'])) as [string, string]
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    await owner.client.subscribe('events.rounds', { eventId })
    const hook = await addHook(owner, { eventId, types: ['round.drawn', 'result.confirmed', 'player.merged'] })
    const [group] = getRoundGroups(owner.client, eventId, 1)
    await owner.client.call('events.result', { eventId, groupId: group!._id, order: [bo, cy] })
    expect(await takeData(hook)).toMatchObject([
      {
        games: [
          {
            places: [
              { place: 1, player: { entrantId: bo, name: 'Bo' } },
              { place: 2, player: { entrantId: cy, name: 'Cy' } },
            ],
          },
        ],
      },
    ])
    // Two entries of the event, merged by its director.
    const [ann] = (await addAccounts(owner, eventId, [player])) as [string]
    await owner.client.call('events.mergeEntrants', { eventId, from: bo, into: ann })
    const isAnn = { name: 'Ann', id: player.id, username: player.username, url: `${HOOK_SITE}/players/${player.username}` }
    expect(await takeData(hook)).toEqual([
      {
        type: 'player.merged',
        event: expect.objectContaining({ id: eventId }),
        from: { entrantId: bo },
        into: { entrantId: ann, ...isAnn },
      },
    ])
    // A guest whose entry becomes an account's, and one whose entry goes to the entry that the account has.
    const rival = await signUp(testApp, 'Claiming')
    await claimGuest(owner, eventId, cy, rival)
    const [di] = (await addGuests(owner, eventId, ['Di'])) as [string]
    await claimGuest(owner, eventId, di, rival)
    const isRival = { name: 'Claiming', id: rival.id, username: rival.username }
    expect(await takeData(hook)).toMatchObject(
      [cy, di].map(from => ({ type: 'player.merged', from: { entrantId: from }, into: { entrantId: cy, ...isRival } })),
    )
  })

  it('whose entry was merged again before anybody was told are told one after the other', async () => {
    const eventId = await createEvent(owner, clock.now(), { format: MATCH_PLAY, machineIds: machines.slice(0, 4).map(({ id }) => id) })
    const [bo, cy, di] = (await addGuests(owner, eventId, ['Bo', 'Cy', 'Di'])) as [string, string, string]
    const hook = await addHook(owner, { eventId, types: ['player.merged'] })
    await together(async () => {
      await owner.client.call('events.mergeEntrants', { eventId, from: bo, into: cy })
      await owner.client.call('events.mergeEntrants', { eventId, from: cy, into: di })
    })
    expect((await takeData(hook)).map(({ from, into }) => [from, into])).toEqual([
      [{ entrantId: bo }, { entrantId: cy }],
      [{ entrantId: cy }, { entrantId: di, name: 'Di' }],
    ])
  })

  it('of a private group’s event are told to its own hooks alone', async () => {
    const groupId = await createGroup(owner, 'private', 'Quiet club')
    const eventId = await createEvent(owner, clock.now(), {
      format: MATCH_PLAY,
      machineIds: machines.slice(0, 4).map(({ id }) => id),
      groupId,
    })
    const [bo, cy] = (await addGuests(owner, eventId, ['Bo', 'Cy'])) as [string, string]
    const types = ['player.merged']
    const [own, site] = [await addHook(owner, { groupId, types }), await addHook(admin, { types })]
    await owner.client.call('events.mergeEntrants', { eventId, from: bo, into: cy })
    expect([await take(own), await take(site)]).toMatchObject([[{ message: { type: 'player.merged' } }], []])
  })
})

describe('merged machines', () => {
  it('are told with both ids to every hook, unless it is narrowed to other machines', async () => {
    const editor = await signUp(testApp, 'Editor')
    await grantRoles(testApp, editor.id, ['machine-editor'])
    const [from, into, second] = machines.slice(4, 7) as [(typeof machines)[number], (typeof machines)[number], (typeof machines)[number]]
    const types = ['machine.merged']
    const groupId = await createGroup(owner, 'private', 'Machine club')
    const narrowed = (ids: string[]): object => ({ types, only: { ...NO_FILTERS, machineIds: ids } })
    const told = [
      await addHook(admin, { types }),
      await addHook(owner, { groupId, types }),
      await addHook(admin, narrowed([from.id])),
      await addHook(admin, narrowed([into.id])),
    ]
    const other = await addHook(admin, narrowed([machines[7]!.id]))
    await editor.client.call('machines.merge', { from: from.id, into: into.id })
    for (const hook of told)
      expect(await takeData(hook)).toEqual([
        {
          type: 'machine.merged',
          from: { id: from.id },
          into: { id: into.id, name: into.name, url: `${HOOK_SITE}/machines/${into.id}` },
        },
      ])
    // One that has been merged again since has its id alone.
    await together(async () => {
      await editor.client.call('machines.merge', { from: into.id, into: second.id })
      await editor.client.call('machines.merge', { from: second.id, into: machines[8]!.id })
    })
    expect((await takeData(told[0]!)).map(({ from: was, into: is }) => [was, is!.name])).toEqual([
      [{ id: into.id }, undefined],
      [{ id: second.id }, machines[8]!.name],
    ])
    expect(await take(other)).toEqual([])
  })
})

it('a channel at Discord is told of all this in words', async () => {
  const path = `/api/webhooks/123456789012345678/${'c'.repeat(40)}`
  const eventId = await createEvent(owner, clock.now(), {
    format: { kind: 'best-game', points: 'papa' },
    machineIds: machines.slice(0, 2).map(({ id }) => id),
  })
  await addHook(owner, {
    eventId,
    address: `https://discord.com${path}`,
    types: ['score.moderated', 'score.corrected', 'score.removed', 'player.merged', 'machine.merged'],
  })
  const scoreId = await submit(1234, { eventId })
  await grantRoles(testApp, admin.id, ['admin', 'moderator'])
  await admin.client.call('scores.edit', { scoreId, value: 1250 })
  const [bo, cy] = (await addGuests(owner, eventId, ['Bo', 'Cy'])) as [string, string]
  await owner.client.call('events.mergeEntrants', { eventId, from: bo, into: cy })
  const voidId = await voidPlay(eventId, { attemptId: scoreId })
  await hooks.runOnce()
  // A score that is gone counts in no event again.
  await together(async () => {
    await undo(eventId, voidId)
    await admin.client.call('scores.remove', { scoreId })
  })
  await hooks.runOnce()
  const titles = discord.posted(path).map(({ content }) => content.split('\n')[0])
  const machine = machines[0]!.name.replace(/[!-/:-@[-`{-~]/g, '\\$&')
  expect(titles).toEqual([
    `**Score corrected: 1,250 by Ann on ${machine}**`,
    '**Selfie league: A guest’s games now belong to this player**',
    `**Score voided: 1,250 by Ann on ${machine}**`,
    `**Score removed: 1,250 by Ann on ${machine}**`,
  ])
})
