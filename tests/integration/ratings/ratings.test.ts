import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#app/server/app.ts'
import { noSeeds } from '#events/contract/entrants.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { RatingDoc, RatingHistoryDoc, VersusDoc } from '#ratings/contract/ratings.ts'
import { ratePlainly } from '#ratings/server/testing/plain-glicko.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { addAccounts, addGuests, claimGuest, createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, makeEstablished, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const PAIRS: EventFormat = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 9, points: 'ifpa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let ada: TestUser
let ben: TestUser
let visitor: DdpTestClient
const watchers: DdpTestClient[] = []

beforeAll(async () => {
  let players: TestUser[]
  ;({ testApp, clock, machines, director, players, visitor } = await createEventTestApp(['Ada', 'Ben'], 2))
  ;[ada, ben] = players as [TestUser, TestUser]
  await grantRoles(testApp, director.id, ['event-director', 'admin'])
  await makeEstablished(testApp, director.id)
})
afterAll(() => testApp.close())

const turn = (on: boolean) => director.client.call('settings.update', { ratings: on })

let pings = 0
/** Waits until the clients have got all that was sent: what a server sends arrives in its order. */
async function arrived(): Promise<void> {
  await testApp.settled()
  for (const client of [visitor, ada.client, director.client, ...watchers]) {
    const id = `p${++pings}`
    client.send({ msg: 'ping', id })
    await client.waitForMessage(message => message.msg === 'pong' && message.id === id)
  }
}

/** Waits until all that has changed is in the ratings and has arrived. */
async function settle(): Promise<void> {
  await testApp.settled()
  await testApp.app.features.ratings.runOnce()
  await arrived()
}

/** Opens a further connection of a visitor. */
async function watch(endpoint = testApp.endpoint): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(endpoint)
  watchers.push(client)
  return client
}

interface Night {
  eventId: string
  groupId: string
  /** the entries, the first player's first */
  entrants: string[]
}

interface NightOptions {
  groupId?: string
  first?: TestUser
  /** left out: Ben, null: a guest */
  second?: TestUser | null
  end?: boolean
}

/** Two players meet once, and the first one wins. */
async function play({ groupId, first = ada, second = ben, end = true }: NightOptions = {}): Promise<Night> {
  const eventId = await createEvent(director, clock.now(), {
    format: PAIRS,
    machineIds: machines,
    ...(groupId === undefined ? {} : { groupId }),
  })
  const entrants = await addAccounts(director, eventId, second === null ? [first] : [first, second])
  if (second === null) entrants.push(...(await addGuests(director, eventId, ['Guest'])))
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await director.client.subscribe('events.rounds', { eventId })
  await director.client.waitUntil(() => getRoundGroups(director.client, eventId, 1).length > 0)
  const night = { eventId, groupId: getRoundGroups(director.client, eventId, 1)[0]!._id, entrants }
  await enter(night, entrants)
  if (end) await director.client.call('events.close', { eventId })
  return night
}

/** Takes a night out of the ratings again. */
async function unplay(eventId: string): Promise<void> {
  await director.client.call('events.reopen', { eventId })
  await director.client.call('events.cancel', { eventId })
}

const enter = ({ eventId, groupId }: Night, order: readonly string[], places?: readonly number[]) =>
  director.client.call('events.result', { eventId, groupId, order, ...(places === undefined ? {} : { places }) })

const ratingOf = (client: DdpTestClient, user: TestUser): RatingDoc | undefined =>
  client.documents('ratings').get(user.id) as unknown as RatingDoc | undefined
const shown = (): Record<string, number | undefined> => ({
  ada: ratingOf(visitor, ada)?.rating,
  ben: ratingOf(visitor, ben)?.rating,
})
const history = (client: DdpTestClient, user: TestUser): RatingHistoryDoc[] =>
  [...client.documents('ratingHistory').values()]
    .map(each => each as unknown as RatingHistoryDoc)
    .filter(({ userId }) => userId === user.id)

/** Returns what the second implementation gives for Ada and Ben. @param games by night: their places */
function plainly(...games: [ada: number, ben: number][]): Record<string, number> {
  const rated = ratePlainly(games.map(places => ({ endedAt: 0, games: [{ userIds: ['ada', 'ben'], places }] })))
  return Object.fromEntries([...rated].map(([id, { rating }]) => [id, Math.round(rating)]))
}

const NOBODY = { ada: undefined, ben: undefined }

describe('ratings', () => {
  /** Subscribes as pages do that are opened from now on. */
  async function subscribe(): Promise<void> {
    for (const { username } of [ada, ben]) await visitor.subscribe('players.summary', { username })
    await visitor.subscribe('ratings.list', { minGames: 1 })
  }

  it('are kept by no site whose operator has not turned them on, and are there when they are', async () => {
    await play()
    await settle()
    await subscribe()
    expect(shown()).toEqual(NOBODY)
    await turn(true)
    await settle()
    expect(shown()).toEqual(plainly([1, 2]))
    await subscribe()
    expect(history(visitor, ada)).toMatchObject([{ name: 'Selfie league', rating: plainly([1, 2]).ada }])
  })

  it('are hidden at once when they are turned off, and nothing of them is kept', async () => {
    await turn(false)
    await arrived()
    expect(shown()).toEqual(NOBODY)
    expect(history(visitor, ada)).toEqual([])
    await settle()
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM ratings UNION ALL SELECT 1 FROM rating_history')
    expect(rows).toEqual([])
    await turn(true)
    await settle()
    expect(shown()).toEqual(plainly([1, 2]))
  })

  it('count a night once it has ended', async () => {
    const night = await play({ end: false })
    await settle()
    expect(shown()).toEqual(plainly([1, 2]))
    await director.client.call('events.close', { eventId: night.eventId })
    await settle()
    expect(shown()).toEqual(plainly([1, 2], [1, 2]))
    await director.client.call('events.reopen', { eventId: night.eventId })
    await settle()
    expect(shown()).toEqual(plainly([1, 2]))
    await director.client.call('events.close', { eventId: night.eventId })
    await settle()
    expect(shown()).toEqual(plainly([1, 2], [1, 2]))
  })

  it('are those of before the game when it is voided, and come back when that is undone', async () => {
    const night = await play()
    await settle()
    const after = plainly([1, 2], [1, 2], [1, 2])
    expect(shown()).toEqual(after)
    const [voidId, { eventId, groupId }] = [uuidv7(), night]
    await director.client.call('events.void', { _id: voidId, eventId, what: { groupId } })
    await settle()
    expect(shown()).toEqual(plainly([1, 2], [1, 2]))
    expect(history(visitor, ada)).toHaveLength(2)
    await director.client.call('events.undo', { eventId, voidId })
    await settle()
    expect(shown()).toEqual(after)
  })

  it('follow a correction, and a tie', async () => {
    const night = await play()
    const [one, other] = night.entrants as [string, string]
    const before: [number, number][] = [
      [1, 2],
      [1, 2],
      [1, 2],
    ]
    await settle()
    await enter(night, [other, one])
    await settle()
    expect(shown()).toEqual(plainly(...before, [2, 1]))
    await enter(night, [other, one], [1, 1])
    await settle()
    expect(shown()).toEqual(plainly(...before, [1, 1]))
    await unplay(night.eventId)
    await settle()
    expect(shown()).toEqual(plainly(...before))
  })

  it('do not count a night whose standings are held back', async () => {
    const { eventId } = await play()
    await settle()
    const counted = shown()
    await director.client.call('events.holdStandings', { eventId, held: true })
    await settle()
    expect(shown()).toEqual(plainly([1, 2], [1, 2], [1, 2]))
    await director.client.call('events.holdStandings', { eventId, held: false })
    await settle()
    expect(shown()).toEqual(counted)
    await unplay(eventId)
    await settle()
  })

  it('count the games of a guest from the first one on once an account claims them', async () => {
    const cy = await signUp(testApp, 'Cy')
    const { eventId, entrants } = await play({ second: null })
    await visitor.subscribe('players.summary', { username: 'Cy' })
    await settle()
    expect(shown()).toEqual(plainly([1, 2], [1, 2], [1, 2]))
    await claimGuest(director, eventId, entrants[1]!, cy)
    await settle()
    expect(ratingOf(visitor, cy)).toMatchObject({ games: 1, nights: 1 })
    expect(shown().ada).toBeGreaterThan(plainly([1, 2], [1, 2], [1, 2]).ada!)
    await unplay(eventId)
    await settle()
  })

  it('count the events of a group only while it is public and wants it', async () => {
    const groupId = await createGroup(director, 'public')
    const before = shown()
    await play({ groupId })
    await settle()
    expect(shown()).toEqual(before)
    await director.client.call('groups.edit', { groupId, rated: true })
    await settle()
    const rated = plainly([1, 2], [1, 2], [1, 2], [1, 2])
    expect(shown()).toEqual(rated)
    await director.client.call('groups.edit', { groupId, visibility: 'private' })
    await settle()
    expect(shown()).toEqual(before)
    await director.client.call('groups.edit', { groupId, visibility: 'public' })
    await settle()
    expect(shown()).toEqual(rated)
    await director.client.call('groups.remove', { groupId })
    await settle()
    expect(shown()).toEqual(before)
  })

  it('are the same on two nodes, whichever computes them', async () => {
    const other: App = await testApp.startSecondNode()
    const watching = await watch(`ws://127.0.0.1:${other.port}/websocket`)
    await watching.subscribe('players.summary', { username: 'Ada' })
    const { eventId } = await play()
    await other.changeLog.catchUp()
    await Promise.all([other.features.ratings.runOnce(), testApp.app.features.ratings.runOnce()])
    await settle()
    await other.changeLog.catchUp()
    await other.live.views.idle()
    expect(shown()).toEqual(plainly([1, 2], [1, 2], [1, 2], [1, 2]))
    await watching.waitUntil(() => ratingOf(watching, ada)?.rating === shown().ada)
    watchers.pop()
    await other.close()
    await unplay(eventId)
    await settle()
  })

  it('are hidden from everybody but their player by whoever wants that, and the games stay', async () => {
    await ada.client.subscribe('players.summary', { username: 'Ada' })
    await ada.client.call('ratings.hide', { hidden: true })
    await arrived()
    expect(shown()).toEqual({ ...plainly([1, 2], [1, 2], [1, 2]), ada: undefined })
    expect(history(visitor, ada)).toEqual([])
    expect(ratingOf(ada.client, ada)).toMatchObject({ rating: plainly([1, 2], [1, 2], [1, 2]).ada, hidden: true })
    expect(history(ada.client, ada)).toHaveLength(3)
    const late = await watch()
    await late.subscribe('players.summary', { username: 'Ada' })
    await late.subscribe('ratings.list', { minGames: 1 })
    expect(ratingOf(late, ada)).toBeUndefined()
    await late.subscribe('ratings.versus', { username: 'Ben', other: 'Ada' })
    expect([...late.documents('versus').values()]).toMatchObject([{ behind: 3, ahead: 0, otherUsername: 'Ada' }])
    await ada.client.call('ratings.hide', { hidden: false })
    await arrived()
    expect(shown()).toEqual(plainly([1, 2], [1, 2], [1, 2]))
  })

  it('are seeds of an event, in which a hidden rating is none', async () => {
    const seed = async () => {
      const eventId = await createEvent(director, clock.now(), { format: PAIRS, machineIds: machines, seeding: 'rating' })
      const [one, other] = await addAccounts(director, eventId, [ben, ada])
      const outcome = await director.client.tryCall('events.setSeeds', { eventId, from: 'rating' })
      const { rows } = await testApp.app.database.pool.query('SELECT id, seed FROM event_entrants WHERE event_id = $1', [eventId])
      const seeds = new Map(rows.map(({ id, seed }: { id: string; seed: number | null }) => [id, seed]))
      return { code: outcome.error?.reason, ben: seeds.get(one!), ada: seeds.get(other!) }
    }
    expect(await seed()).toMatchObject({ ada: 1, ben: 2 })
    await ada.client.call('ratings.hide', { hidden: true })
    expect(await seed()).toMatchObject({ ada: null, ben: 1 })
    await ada.client.call('ratings.hide', { hidden: false })
    await turn(false)
    expect(await seed()).toMatchObject({ code: noSeeds().reason, ada: null, ben: null })
    await turn(true)
    await settle()
  })

  it('are not listed of players who are unlisted or have played too little', async () => {
    const list = await watch()
    await list.subscribe('ratings.list', { minGames: 3 })
    expect([...list.documents('ratings').keys()].sort()).toEqual([ada.id, ben.id].sort())
    await ben.client.call('players.edit', { unlisted: true })
    await arrived()
    expect([...list.documents('ratings').keys()]).toEqual([ada.id])
    await ben.client.call('players.edit', { unlisted: false })
    await arrived()
    expect(list.documents('ratings').size).toBe(2)
    const strict = await watch()
    await strict.subscribe('ratings.list')
    expect(strict.documents('ratings').size).toBe(0)
  })

  it('are the same when they are computed from nothing', async () => {
    expect(await testApp.app.features.ratings.recompute()).toEqual({ nights: 3, players: 2, differences: [] })
    await testApp.app.database.pool.query('UPDATE rating_history SET rating = rating + 1e-12 WHERE position = 1 AND user_id = $1', [ada.id])
    expect(await testApp.app.features.ratings.recompute()).toMatchObject({ differences: [`night 2, player ${ada.id}`] })
    expect(await testApp.app.features.ratings.recompute()).toMatchObject({ differences: [] })
  })

  it('are in the export of their player, hidden ones too', async () => {
    await ada.client.call('ratings.hide', { hidden: true })
    const { url } = await ada.client.call<{ url: string }>('account.export', {})
    const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
    const exported = JSON.parse(strFromU8(files['ratings.json']!))
    expect(exported).toMatchObject({ hidden: true, rating: plainly([1, 2], [1, 2], [1, 2]).ada, games: 3, nights: 3 })
    expect(exported.history).toHaveLength(3)
    await ada.client.call('ratings.hide', { hidden: false })
    await settle()
  })

  it('of a deleted account are removed, and the opponents keep theirs', async () => {
    const cy = await signUp(testApp, 'Cyd')
    await play({ second: cy })
    await visitor.subscribe('players.summary', { username: 'Cyd' })
    await settle()
    const before = shown()
    expect(ratingOf(visitor, cy)).toBeDefined()
    await cy.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    await settle()
    expect(ratingOf(visitor, cy)).toBeUndefined()
    expect(shown()).toEqual(before)
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM ratings WHERE user_id = $1', [cy.id])
    expect(rows).toEqual([])
    expect(await testApp.app.features.ratings.recompute()).toMatchObject({ differences: [] })
  })
})

describe('ratings.versus', () => {
  let client: DdpTestClient
  beforeEach(async () => {
    client = await watch()
  })
  const meetings = (): VersusDoc | undefined => [...client.documents('versus').values()][0] as unknown as VersusDoc | undefined

  it('counts who finished ahead in each public event while it is played, on which machines and in which nights', async () => {
    await turn(false)
    const [eve, flo] = [await signUp(testApp, 'Eve'), await signUp(testApp, 'Flo')]
    await client.subscribe('ratings.versus', { username: 'Eve', other: 'Flo' })
    expect(meetings()).toBeUndefined()
    const night = await play({ first: eve, second: flo, end: false })
    await arrived()
    expect(meetings()).toMatchObject({ games: 1, ahead: 1, behind: 0, level: 0, otherUsername: 'Flo' })
    expect(meetings()!.machines).toMatchObject([{ games: 1, ahead: 1 }])
    expect(meetings()!.nights).toMatchObject([{ eventId: night.eventId, ahead: 1 }])
    await enter(night, night.entrants, [1, 1])
    await arrived()
    expect(meetings()).toMatchObject({ games: 1, ahead: 0, level: 1 })
    await director.client.call('events.holdStandings', { eventId: night.eventId, held: true })
    await arrived()
    expect(meetings()).toBeUndefined()
  })

  it('tells nothing of the events of a private group, to its members neither', async () => {
    const [gus, hal] = [await signUp(testApp, 'Gus'), await signUp(testApp, 'Hal')]
    const groupId = await createGroup(director, 'public')
    await play({ groupId, first: gus, second: hal })
    await client.subscribe('ratings.versus', { username: 'Gus', other: 'Hal' })
    expect(meetings()).toMatchObject({ games: 1 })
    await director.client.call('groups.edit', { groupId, visibility: 'private' })
    await arrived()
    expect(meetings()).toBeUndefined()
    await director.client.subscribe('ratings.versus', { username: 'Gus', other: 'Hal' })
    expect(director.client.documents('versus').size).toBe(0)
  })

  it('is empty for a player against themselves, and knows no strangers', async () => {
    await client.subscribe('ratings.versus', { username: 'Ada', other: 'Ada' })
    expect(meetings()).toBeUndefined()
    const { error } = await client.subscribe('ratings.versus', { username: 'Ada', other: 'Nobody' })
    expect(error).toEqual(meteorError(404, 'There is no such player.'))
  })
})
