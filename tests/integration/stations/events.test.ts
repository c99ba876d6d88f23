import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import { addReportingVenue, gamesOf, pair, type ReportingVenue } from '../helpers/stations.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const MATCH: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'ifpa' }
const MINUTE = 60_000
/** ms; all of these together are less than the time for which a sign-in is fresh, as keys need it */
const SINCE_DRAW = 20_000
const NOT_FOR_GROUP = meteorError(409, 'This reported game does not fit the game of this group.')

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let [ada, bob, stranger]: TestUser[] = []
let visitor: DdpTestClient
let reporter: DdpTestClient
let venue: ReportingVenue
let machineId: string
let stationId: string
let eventId: string
let groupId: string
/** the entries in the order of play */
let entrantIds: string[]
let players: TestUser[]
let count = 0

beforeAll(async () => {
  const app = await createEventTestApp(['Ada', 'Bob', 'Stranger'], 60)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[ada, bob, stranger] = app.players
  reporter = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const shown = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true)
const groupDoc = (): EventGroupDoc => getRoundGroups(visitor, eventId, 1)[0]! as unknown as EventGroupDoc

/** Begins an event with one game of Ada and Bob, on a machine that reports itself. */
async function begin(agreement: Agreement = 'director', format: object = MATCH, options: object = {}): Promise<void> {
  machineId = machines.shift()!
  venue = await addReportingVenue(director, [machineId])
  stationId = await pair(director, venue.venueId, `board ${machineId}`, machineId)
  const more = { venueId: venue.venueId, ...options } as object
  eventId = await createEvent(director, clock.now(), { format: format as MatchPlay, machineIds: [machineId], agreement, ...more })
  await visitor.subscribe('events.rounds', { eventId })
  await visitor.subscribe('stations.ofEvent', { eventId })
  const entries = [ada!, bob!].map(({ id }) => ({ _id: uuidv7(), userId: id }))
  await director.client.call('events.addPlayers', { eventId, entries })
  if ((format as MatchPlay).kind !== 'match-play') return
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  const group = groupDoc()
  groupId = (group as unknown as { _id: string })._id
  entrantIds = group.entrantIds
  await visitor.subscribe('events.entrants', { eventId })
  const userOf = (id: string) => visitor.documents('eventEntrants').get(id)?.userId
  players = entrantIds.map(id => [ada!, bob!].find(({ id: userId }) => userId === userOf(id))!)
  clock.set(clock.now() + SINCE_DRAW)
}
beforeEach(() => begin())
// Nobody may have as many keys as there are tests.
afterEach(() => director.client.call('keys.revoke', { keyId: venue.keyId }))

/** Reports a game that has begun after the draw. @returns its id */
async function report(scores: number[], more: object = {}): Promise<string> {
  const plays = scores.map((score, i) => ({ score, player: i + 1 }))
  const startedAt = new Date(clock.now() - SINCE_DRAW / 2)
  const sent = { key: venue.key, id: `game ${++count}`, board: { id: `board ${machineId}` }, plays, startedAt, ...more }
  return (await reporter.call<{ reportedGameId: string }>('stations.report', sent)).reportedGameId
}
const confirm = (client: DdpTestClient, reportedGameId: string, more: object = {}) =>
  client.tryCall('stations.confirm', { eventId, groupId, reportedGameId, ...more })
const gameOf = (id: string) => gamesOf(visitor).find(({ _id }) => _id === id)

describe('a game that ends on a machine of an event', () => {
  it('is offered to the group that plays there, and one tap enters its result with scores that count as the machine’s', async () => {
    await players[1]!.client.subscribe('stations.mine', {})
    const id = await report([2_000_000, 3_000_000])
    await shown(() => players[1]!.client.documents('gameOffers').has(id))
    expect(players[1]!.client.documents('gameOffers').get(id)).toMatchObject({ eventId, groupId })
    await shown(() => gameOf(id) !== undefined)
    expect(gameOf(id)).toMatchObject({ eventId, groupId, game: 1, doubts: [] })
    expect(await confirm(stranger!.client, id)).toMatchObject({ error: { error: 403 } })
    expect(await confirm(players[1]!.client, id)).toEqual({ result: { state: 'entered' } })
    expect(await confirm(director.client, id)).toEqual({ result: { state: 'confirmed' } })
    await shown(() => groupDoc().state === 'confirmed')
    expect(groupDoc()).toMatchObject({ result: [entrantIds[1], entrantIds[0]], scores: [3_000_000, 2_000_000] })
    await shown(() => gameOf(id)?.used === true && !players[1]!.client.documents('gameOffers').has(id))
    const watcher = await DdpTestClient.open(testApp.endpoint)
    await watcher.subscribe('scores.recent', { eventId, limit: 20 })
    const scores = [...watcher.documents('scores').values()]
    expect(scores.map(({ value, status, source }) => ({ value, status, source }))).toEqual(
      expect.arrayContaining([2_000_000, 3_000_000].map(value => ({ value, status: 'verified', source: 'machine' }))),
    )
  })

  it('whose result was entered belongs to it: none of its players can take the own score back', async () => {
    const id = await report([2_000_000, 3_000_000])
    await confirm(director.client, id)
    await shown(() => gameOf(id)?.used === true)
    const takeBack = ({ client }: TestUser, play: number) => client.tryCall('stations.unclaim', { reportedGameId: id, play })
    const refused = { error: { error: 409, details: { code: 'game-used' } } }
    expect(gameOf(id)?.plays.map(({ by }) => by?.userId)).toEqual(players.map(each => each.id))
    expect(await takeBack(players[0]!, 1)).toMatchObject(refused)
    expect(await takeBack(players[1]!, 2)).toMatchObject(refused)
    expect(await takeBack(stranger!, 1)).toEqual({ result: {} })
    expect(gameOf(id)?.plays.map(({ by }) => by?.userId)).toEqual(players.map(each => each.id))
  })

  /** Links a device to the event. @returns its id, its key, and a connection that nobody has signed in on */
  async function linkDevice(more: object = {}): Promise<{ deviceId: string; key: string; client: DdpTestClient }> {
    const [deviceId, key] = [uuidv7(), randomBytes(32).toString('base64url')]
    const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: deviceId, eventId, ...more })
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.call('events.openDevice', { token: new URL(url).hash.slice(1), key })
    return { deviceId, key, client }
  }

  it('is offered to a device that keeps the scores, of its event alone and until the link ends, and entered with its key', async () => {
    const ended = { error: { error: 403, details: { code: 'device-link-unknown' } } }
    const { deviceId, key, client } = await linkDevice()
    const { id: subscription, error } = await client.subscribe('stations.ofEvent', { eventId, device: key })
    expect(error).toBe(null)
    const elsewhere = await createEvent(director, clock.now(), { format: MATCH, machineIds: [machineId] })
    for (const other of [elsewhere, uuidv7()])
      expect(await client.subscribe('stations.ofEvent', { eventId: other, device: key })).toMatchObject(ended)
    const id = await report([2_000_000, 3_000_000])
    await shown(() => gamesOf(client).length === 1 && gameOf(id) !== undefined)
    expect(gamesOf(client)).toEqual([gameOf(id)])
    expect(await confirm(client, id)).toMatchObject({ error: { error: 401 } })
    expect(await confirm(client, id, { device: 'x'.repeat(43) })).toMatchObject(ended)
    expect(await confirm(client, id, { device: key })).toEqual({ result: { state: 'confirmed' } })
    await shown(() => groupDoc().state === 'confirmed')
    expect(groupDoc()).toMatchObject({ result: entrantIds.toReversed(), scores: [3_000_000, 2_000_000] })
    await director.client.call('events.endDevice', { eventId, deviceId })
    const { error: reason } = await client.waitForMessage(each => each.msg === 'nosub' && each.id === subscription)
    expect(reason).toMatchObject(ended.error)
    expect(gamesOf(client)).toEqual([])
    expect(await confirm(client, id, { device: key })).toMatchObject(ended)
    client.socket.close()
  })

  it('is offered to a kiosk, which enters it where there is no result yet, and changes none', async () => {
    const { key, client } = await linkDevice({ kioskCode: 'multiball' })
    expect((await client.subscribe('stations.ofEvent', { eventId, device: key })).error).toBe(null)
    const id = await report([2_000_000, 3_000_000])
    await shown(() => gamesOf(client).some(({ _id }) => _id === id))
    expect(await confirm(client, id, { device: key })).toEqual({ result: { state: 'confirmed' } })
    await shown(() => groupDoc().state === 'confirmed')
    const later = await report([5_000_000, 4_000_000])
    expect(await confirm(client, later, { device: key, entrantIds })).toEqual({ error: NOT_FOR_GROUP })
    expect(groupDoc().result).toEqual(entrantIds.toReversed())
    client.socket.close()
  })

  it('never enters itself where it began before the draw, has too few players, a doubt, or no known beginning', async () => {
    const before = await report([5, 6], { startedAt: new Date(clock.now() - 10 * MINUTE) })
    const few = await report([7])
    const doubted = await report([8, 9], { doubts: ['restart'] })
    const unknown = await report([10, 11], { startedAt: undefined })
    await shown(() => [before, few, doubted, unknown].every(id => gameOf(id) !== undefined))
    for (const id of [before, few, doubted, unknown]) {
      expect(gameOf(id)).not.toHaveProperty('groupId')
      expect(await confirm(players[0]!.client, id)).toEqual({ error: NOT_FOR_GROUP })
    }
    // A person who says whose the plays are may use it nevertheless.
    expect(await confirm(director.client, doubted, { entrantIds: entrantIds.toReversed() })).toEqual({ result: { state: 'confirmed' } })
    await shown(() => groupDoc().result?.[0] === entrantIds[0])
  })

  it('never enters itself where players agree among themselves who begins: the director says whose each score is', async () => {
    await begin('one', MATCH, { playOrder: 'none' })
    await director.client.call('stations.setEvent', { eventId, countAtOnce: true })
    await shown(() => visitor.documents('reportingEvents').get(eventId)?.countAtOnce === true)
    const id = await report([2_000, 3_000])
    await shown(() => gameOf(id) !== undefined)
    expect(gameOf(id)).not.toHaveProperty('groupId')
    expect(await confirm(players[0]!.client, id)).toEqual({ error: NOT_FOR_GROUP })
    expect(await confirm(players[0]!.client, id, { entrantIds })).toEqual({ error: NOT_FOR_GROUP })
    expect(await confirm(director.client, id, { entrantIds: entrantIds.toReversed() })).toEqual({ result: { state: 'confirmed' } })
    await shown(() => groupDoc().result?.[0] === entrantIds[0])
  })

  it('changes nothing that a person has entered', async () => {
    await director.client.call('events.result', { eventId, groupId, order: entrantIds })
    const id = await report([1_000, 9_000])
    await shown(() => gameOf(id) !== undefined)
    expect(gameOf(id)).not.toHaveProperty('groupId')
    expect(await confirm(players[0]!.client, id, { entrantIds })).toMatchObject({ error: { error: 409 } })
    await shown(() => groupDoc().state === 'confirmed')
    expect(groupDoc().result).toEqual(entrantIds)
  })

  it('counts at once where the director lets games count whose players all match, and asks where initials are another player’s', async () => {
    await director.client.call('stations.setEvent', { eventId, countAtOnce: true })
    await shown(() => visitor.documents('reportingEvents').get(eventId)?.countAtOnce === true)
    await stranger!.client.call('stations.setInitials', { venueId: venue.venueId, initials: 'STR' })
    const plays = [
      { score: 40, player: 1, initials: 'STR' },
      { score: 50, player: 2 },
    ]
    const foreign = await report([], { plays })
    await shown(() => gameOf(foreign)?.groupId === groupId)
    expect(groupDoc().state).toBe('playing')
    await director.client.call('stations.dismiss', { venueId: venue.venueId, reportedGameId: foreign })
    const id = await report([400, 300])
    await shown(() => groupDoc().state === 'confirmed')
    expect(groupDoc().result).toEqual(entrantIds)
    await shown(() => gameOf(id)?.used === true)
  })

  it('is shown to those who see the event only while all of them may see its venue', async () => {
    const groupId = uuidv7()
    await director.client.call('groups.add', { _id: groupId, name: `Club ${groupId}`, visibility: 'private' })
    const ofGroup = machines.shift()!
    venue = await addReportingVenue(director, [ofGroup], { groupId })
    await pair(director, venue.venueId, `board ${ofGroup}`, ofGroup)
    const more = { venueId: venue.venueId } as object
    eventId = await createEvent(director, clock.now(), { format: MATCH, machineIds: [ofGroup], ...more })
    await visitor.subscribe('stations.ofEvent', { eventId })
    const id = await report([4, 5], { board: { id: `board ${ofGroup}` } })
    await director.client.subscribe('stations.games', { venueId: venue.venueId })
    await shown(() => gamesOf(director.client).some(({ _id }) => _id === id))
    expect(gameOf(id)).toBe(undefined)
    await director.client.call('groups.edit', { groupId, visibility: 'public' })
    await shown(() => gameOf(id) !== undefined)
    await director.client.call('groups.edit', { groupId, visibility: 'private' })
    await shown(() => gameOf(id) === undefined)
  })

  it('can be chosen as soon as its machine belongs to the event', async () => {
    const added = machines.shift()!
    await director.client.call('venues.setMachines', { venueId: venue.venueId, machineIds: [machineId, added], was: [machineId] })
    await pair(director, venue.venueId, `board ${added}`, added)
    const id = await report([4, 5], { board: { id: `board ${added}` } })
    const own = await report([6, 7], { startedAt: undefined })
    await shown(() => gameOf(own) !== undefined)
    expect(gameOf(id)).toBe(undefined)
    await director.client.call('events.edit', { eventId, machineIds: [machineId, added] })
    await shown(() => gameOf(id) !== undefined)
  })

  it('is claimed as an attempt in an event of scores', async () => {
    await begin('director', { kind: 'best-game', points: 'papa' })
    await ada!.client.call('stations.setInitials', { venueId: venue.venueId, initials: 'ADA' })
    const id = await report([], { plays: [{ score: 8_080_000, player: 1, initials: 'ADA' }] })
    const claimed = { _id: uuidv7(), reportedGameId: id, play: 1, eventId }
    expect(await ada!.client.tryCall('stations.claim', claimed)).toMatchObject({ result: { scoreId: claimed._id } })
    await visitor.subscribe('events.standings', { eventId })
    await shown(() => [...visitor.documents('standings').values()].some(({ userId, points }) => userId === ada!.id && Number(points) > 0))
  })

  it('is no attempt in an event at another venue, and is one in an event that names none', async () => {
    await begin('director', { kind: 'best-game', points: 'papa' })
    await ada!.client.call('stations.setInitials', { venueId: venue.venueId, initials: 'ADA' })
    const elsewhere = await addReportingVenue(director, [machineId])
    const format: EventFormat = { kind: 'best-game', points: 'papa' }
    const at = (venueId: object): Promise<string> => createEvent(director, clock.now(), { format, machineIds: [machineId], ...venueId })
    const [other, anywhere] = [await at({ venueId: elsewhere.venueId }), await at({})]
    const id = await report([], { plays: [{ score: 8_090_000, player: 1, initials: 'ADA' }] })
    const claim = (ofEvent: string) =>
      ada!.client.tryCall('stations.claim', { _id: uuidv7(), reportedGameId: id, play: 1, eventId: ofEvent })
    expect(await claim(other)).toMatchObject({ error: { error: 409, details: { code: 'event-elsewhere' } } })
    expect(await claim(anywhere)).toMatchObject({ result: { personalBest: true } })
  })

  it('stays an attempt of its player when the event is over, unless its director undoes the own claim', async () => {
    await begin('director', { kind: 'best-game', points: 'papa' })
    const initials = new Map([
      [ada!, 'ADA'],
      [director, 'DIR'],
    ])
    const claimed = new Map<TestUser, string>()
    for (const [user, own] of initials) {
      await user.client.call('stations.setInitials', { venueId: venue.venueId, initials: own })
      const id = await report([], { plays: [{ score: 7_070_000, player: 1, initials: own }] })
      await user.client.call('stations.claim', { _id: uuidv7(), reportedGameId: id, play: 1, eventId })
      claimed.set(user, id)
    }
    await director.client.call('events.close', { eventId })
    const unclaim = (user: TestUser) => user.client.tryCall('stations.unclaim', { reportedGameId: claimed.get(user)!, play: 1 })
    expect(await unclaim(ada!)).toMatchObject({ error: { error: 403, details: { code: 'event-scores-fixed' } } })
    expect(await unclaim(director)).toEqual({ result: {} })
    await visitor.subscribe('events.standings', { eventId })
    await shown(() => [...visitor.documents('standings').values()].some(({ userId, points }) => userId === ada!.id && Number(points) > 0))
  })
  it.each([
    ['where that player may have one', { attemptsPerMachine: 2, isEntered: true, isAttempt: true }],
    ['but not where that player has none left', { attemptsPerMachine: 1, isEntered: true, isAttempt: false }],
    ['but not where that player is not in the event', { attemptsPerMachine: 2, isEntered: false, isAttempt: false }],
  ])(
    'is still an attempt when it is given to another player who claims it, %s',
    async (_where, { attemptsPerMachine, isEntered, isAttempt }) => {
      await begin('director', { kind: 'best-game', points: 'papa', attemptsPerMachine })
      const other = isEntered ? bob! : stranger!
      await director.client.subscribe('stations.list', { venueId: venue.venueId })
      const code = String(director.client.documents('stations').get(stationId)!.code)
      await bob!.client.call('scores.submit', { _id: uuidv7(), machineId, value: 1_000_000, eventId })
      const id = await report([9_090_000])
      const play = { reportedGameId: id, play: 1, code }
      await ada!.client.call('stations.claim', { _id: uuidv7(), ...play, eventId })
      await other.client.call('stations.contest', play)
      await visitor.subscribe('scores.recent', { machineId, limit: 20 })
      await visitor.subscribe('events.standings', { eventId })
      const claimed = () =>
        [...visitor.documents('scores').values()].filter(score => score.machineId === machineId && score.value === 9_090_000)
      await shown(() => claimed()[0]?.userId === ada!.id)
      const decision = { venueId: venue.venueId, reportedGameId: id, play: 1, userId: other.id }
      for (let i = 0; i < 2; i++) await director.client.call('stations.decide', decision)
      await shown(() => claimed().length === 1 && claimed()[0]!.userId === other.id)
      expect(claimed()[0]!.eventId).toBe(isAttempt ? eventId : undefined)
      const ranked = () => [...visitor.documents('standings').values()].filter(each => each.eventId === eventId && Number(each.points) > 0)
      await shown(() => ranked().length === 1)
      expect(ranked().map(({ userId }) => userId)).toEqual([bob!.id])
      expect((ranked()[0]!.machines as { value?: number }[])[0]!.value).toBe(isAttempt ? 9_090_000 : 1_000_000)
    },
  )
})
