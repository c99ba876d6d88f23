import type { EventGroupDoc, StandingsDoc } from '../../src/features/events/contract/documents.ts'
import type { EventFormat } from '../../src/features/events/formats/registry.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { grant, type SignedUp, signUp, someMachines } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

export const HOUR = 3_600_000

/** A world with a settable clock, a director of events, players, and a visitor who only watches. */
export interface EventWorld {
  world: World
  clock: SettableClock
  /** ids of as many machines as were requested */
  machines: string[]
  director: SignedUp
  players: SignedUp[]
  visitor: Wire
}

export async function createEventWorld(names: readonly string[], machineCount: number): Promise<EventWorld> {
  const clock = settableClock()
  const world = await createWorld({ clock, config: { rateLimits: 'off' } })
  const machines = (await someMachines(world, machineCount)).map(({ id }) => id)
  const director = await signUp(world, 'Director')
  await grant(world, director.id, ['event-director'])
  const players: SignedUp[] = []
  for (const name of names) players.push(await signUp(world, name))
  return { world, clock, machines, director, players, visitor: await Wire.open(world.endpoint) }
}

export interface Making {
  format: EventFormat
  machineIds: readonly string[]
  /** ms from now; default: an hour ago */
  startsAt?: number
  /** ms from now; default: in an hour */
  endsAt?: number
  groupId?: string
}

/** Creates an event. @returns its id */
export async function makeEvent(by: SignedUp, now: number, { startsAt = -HOUR, endsAt = HOUR, ...facts }: Making): Promise<string> {
  const _id = uuidv7()
  const [from, to] = [new Date(now + startsAt), new Date(now + endsAt)]
  await by.wire.call('events.add', { _id, name: 'Selfie league', startsAt: from, endsAt: to, ...facts })
  return _id
}

const ofEvent = <T>(wire: Wire, collection: string, eventId: string): (T & { _id: string })[] =>
  [...wire.documents(collection)]
    .filter(([, document]) => document.eventId === eventId)
    .map(([_id, document]) => ({ _id, ...(document as unknown as T) }))

/** Returns the standings of an event that a client has, best first. */
export const rowsOf = (wire: Wire, eventId: string): StandingsDoc[] =>
  ofEvent<StandingsDoc>(wire, 'standings', eventId).sort((a, b) => a.rank - b.rank || (a.entrantId < b.entrantId ? -1 : 1))

export const groupsOf = (wire: Wire, eventId: string, round: number): (EventGroupDoc & { _id: string })[] =>
  ofEvent<EventGroupDoc>(wire, 'eventGroups', eventId)
    .filter(group => group.round === round)
    .sort((a, b) => a.number - b.number)
