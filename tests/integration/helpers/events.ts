import type { EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import type { FirstRound, MachineDraw, PlayOrder, Seeding } from '#events/rules/draw-options.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import type { ByeOpponent, ByeWorth, TieBreak } from '#events/rules/standings-options.ts'
import type { Log } from '#platform/log/log.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from './ddp-test-client.ts'
import { documentsOfEvent } from './event-documents.ts'
import { createSettableClock, type SettableClock } from './settable-clock.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from './users.ts'

export const HOUR = 3_600_000

/** A test application with a settable clock, a director of events, players, and a visitor who only watches. */
export interface EventTestApp {
  testApp: TestApp
  clock: SettableClock
  /** ids of as many machines as were requested */
  machines: string[]
  director: TestUser
  players: TestUser[]
  visitor: DdpTestClient
}

/** @param log default: a silent one */
export async function createEventTestApp(names: readonly string[], machineCount: number, log?: Log): Promise<EventTestApp> {
  const clock = createSettableClock()
  const testApp = await createTestApp({ clock, config: { rateLimits: 'off' }, ...(log === undefined ? {} : { log }) })
  const machines = (await listMachines(testApp, machineCount)).map(({ id }) => id)
  const director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  const players: TestUser[] = []
  for (const name of names) players.push(await signUp(testApp, name))
  return { testApp, clock, machines, director, players, visitor: await DdpTestClient.open(testApp.endpoint) }
}

export interface NewEvent {
  format: EventFormat
  machineIds: readonly string[]
  /** ms from now; default: an hour ago */
  startsAt?: number
  /** ms from now; default: in an hour */
  endsAt?: number
  groupId?: string
  tieBreaks?: readonly TieBreak[]
  byes?: ByeWorth
  seeding?: Seeding
  gamesPerRound?: number
  firstRound?: FirstRound
  playOrder?: PlayOrder
  machineDraw?: MachineDraw
  banks?: Record<string, string>
  byeOpponent?: ByeOpponent
  agreement?: Agreement
  timeZone?: string
}

/** Creates an event. @returns its id */
export async function createEvent(by: TestUser, now: number, { startsAt = -HOUR, endsAt = HOUR, ...facts }: NewEvent): Promise<string> {
  const _id = uuidv7()
  const [from, to] = [new Date(now + startsAt), new Date(now + endsAt)]
  await by.client.call('events.add', { _id, name: 'Selfie league', startsAt: from, endsAt: to, ...facts })
  return _id
}

/** Adds guests to an event. @param guests their names, or how many there are. @returns the ids of their entries, in order */
export async function addGuests(by: TestUser, eventId: string, guests: readonly string[] | number): Promise<string[]> {
  const names = typeof guests === 'number' ? Array.from({ length: guests }, (_, i) => `Guest ${i}`) : guests
  const entries = names.map(displayName => ({ _id: uuidv7(), displayName }))
  const { entrants } = await by.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', { eventId, entries })
  return entrants.map(({ entrantId }) => entrantId)
}

/** Adds players with accounts to an event. @returns the ids of their entries, in order */
export async function addAccounts(by: TestUser, eventId: string, users: readonly TestUser[]): Promise<string[]> {
  const entries = users.map(({ id: userId }) => ({ _id: uuidv7(), userId }))
  const { entrants } = await by.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', { eventId, entries })
  return entrants.map(({ entrantId }) => entrantId)
}

/** A player with an account claims a guest of an event, by the code that a director gives out. */
export async function claimGuest(director: TestUser, eventId: string, entrantId: string, by: TestUser): Promise<void> {
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId })
  await by.client.call('events.claim', { code })
}

/** Returns the standings of an event that a client has, best first. */
export const getStandings = (client: DdpTestClient, eventId: string): StandingsDoc[] =>
  documentsOfEvent<StandingsDoc>(client, 'standings', eventId).sort((a, b) => a.rank - b.rank || (a.entrantId < b.entrantId ? -1 : 1))

export const getRoundGroups = (client: DdpTestClient, eventId: string, round: number): (EventGroupDoc & { _id: string })[] =>
  documentsOfEvent<EventGroupDoc>(client, 'eventGroups', eventId)
    .filter(group => group.round === round)
    .sort((a, b) => a.number - b.number)
