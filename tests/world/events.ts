import type { EventGroupDoc, StandingsDoc } from '../../src/features/events/contract/documents.ts'
import type { EventFormat } from '../../src/features/events/rules/format.ts'
import { uuidv7 } from '../../src/platform/id.ts'
import type { SignedUp } from './people.ts'
import type { Wire } from './wire.ts'

export const HOUR = 3_600_000

export interface Making {
  format: EventFormat
  machineIds: readonly string[]
  /** ms from now; left out: an hour ago */
  startsAt?: number
  /** ms from now; left out: in an hour */
  endsAt?: number
  groupId?: string
}

/** A new event. @returns its id */
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

/** The rows a reader has of an event, best first. */
export const rowsOf = (wire: Wire, eventId: string): StandingsDoc[] =>
  ofEvent<StandingsDoc>(wire, 'standings', eventId).sort((a, b) => a.rank - b.rank || (a.entrantId < b.entrantId ? -1 : 1))

export const groupsOf = (wire: Wire, eventId: string, round: number): (EventGroupDoc & { _id: string })[] =>
  ofEvent<EventGroupDoc>(wire, 'eventGroups', eventId)
    .filter(group => group.round === round)
    .sort((a, b) => a.number - b.number)
