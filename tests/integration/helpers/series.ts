import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { SeriesRowDoc, SeriesRowNightDoc } from '#series/contract/documents.ts'
import type { DdpTestClient } from './ddp-test-client.ts'
import { addAccounts, addGuests, createEvent, type NewEvent } from './events.ts'
import type { TestUser } from './users.ts'

export const HEADS_UP: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' }

/** Adds a season. @returns its id and slug */
export async function createSeries(by: TestUser, more: object = {}): Promise<{ seriesId: string; slug: string }> {
  return by.client.call('series.add', { _id: uuidv7(), name: 'Winter season', ...more })
}

/** Sets the nights of a season, whatever they were. */
export async function setNights(by: TestUser, seriesId: string, eventIds: readonly string[], was: readonly string[] = []): Promise<void> {
  await by.client.call('series.setEvents', { seriesId, eventIds, was })
}

/** An evening of a few players. */
export interface Evening {
  eventId: string
  /** ids of the entries by name, accounts by their user name */
  entrants: Map<string, string>
}

/** Begins an event with players, who are here. */
export async function beginEvening(
  director: TestUser,
  now: number,
  {
    accounts = [],
    guests = [],
    ...event
  }: { accounts?: readonly TestUser[]; guests?: readonly string[]; machineIds: readonly string[] } & Partial<NewEvent>,
): Promise<Evening> {
  const eventId = await createEvent(director, now, { format: HEADS_UP, ...event })
  const ofAccounts = accounts.length === 0 ? [] : await addAccounts(director, eventId, accounts)
  const ofGuests = guests.length === 0 ? [] : await addGuests(director, eventId, guests)
  if (accounts.length > 0) await director.client.call('events.presence', { eventId, all: true, presence: 'here' })
  const names = [...accounts.map(({ username }) => username), ...guests]
  return { eventId, entrants: new Map([...ofAccounts, ...ofGuests].map((id, i) => [names[i]!, id])) }
}

/** Draws a round of one group of everybody and enters its result. @param order names, the winner first */
export async function playGame(director: TestUser, { eventId, entrants }: Evening, order: readonly string[]): Promise<string> {
  const looker = director.client
  await looker.call('events.draw', { _id: uuidv7(), eventId })
  const subscription = await looker.subscribe('events.rounds', { eventId })
  const groups = [...looker.documents('eventGroups')].filter(([, group]) => group.eventId === eventId)
  const [groupId] = groups.sort(([, a], [, b]) => Number(b.round) - Number(a.round))[0]!
  await looker.call('events.result', { eventId, groupId, order: order.map(name => entrants.get(name)!) })
  await looker.unsubscribe(subscription)
  return groupId
}

/** The rows of a season that a client has, as `name total`, best first. */
export const rowsOf = (client: DdpTestClient, seriesId: string): string[] =>
  [...client.documents('seriesRows').values()]
    .map(each => each as unknown as SeriesRowDoc)
    .filter(each => each.seriesId === seriesId)
    .sort((a, b) => a.rank! - b.rank! || (a.name < b.name ? -1 : 1))
    .map(({ rank, name, total }) => `${rank}. ${name} ${total}`)

/** What a client has of one row of a season, night by night. */
export const rowNightsOf = (client: DdpTestClient, rowId: string): string[] =>
  [...client.documents('seriesRowNights').values()]
    .map(each => each as unknown as SeriesRowNightDoc)
    .filter(each => each.rowId === rowId)
    .sort((a, b) => a.number - b.number)
    .map(({ outcome, points }) => (points === undefined ? outcome : `${outcome} ${points}`))
