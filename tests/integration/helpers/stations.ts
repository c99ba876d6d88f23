import { uuidv7 } from '#platform/uuid.ts'
import type { ReportedGameDoc } from '#stations/contract/reported-games.ts'
import type { DdpTestClient } from './ddp-test-client.ts'
import type { TestUser } from './users.ts'

/** A venue with machines, whose manager has made a key for its reporter. */
export interface ReportingVenue {
  venueId: string
  slug: string
  keyId: string
  /** the secret of the key */
  key: string
}

/** Adds a venue in which these machines stand, and a key of its reporter. */
export async function addReportingVenue({ client }: TestUser, machineIds: readonly string[], more: object = {}): Promise<ReportingVenue> {
  const { venueId, slug } = await client.call<{ venueId: string; slug: string }>('venues.add', {
    ...{ _id: uuidv7(), name: `Cellar ${uuidv7().slice(-6)}` },
    ...more,
  })
  await client.call('venues.setMachines', { venueId, machineIds, was: [] })
  const keyId = uuidv7()
  const { secret } = await client.call<{ secret: string }>('keys.add', { _id: keyId, name: 'Reporter', scopes: ['report'], venueId })
  return { venueId, slug, keyId, key: secret }
}

/** Makes a machine board a station. @returns its id */
export async function pair({ client }: TestUser, venueId: string, boardId: string, machineId: string): Promise<string> {
  const { stationId } = await client.call<{ stationId: string }>('stations.pair', { _id: uuidv7(), venueId, boardId, machineId })
  return stationId
}

/** The reported games that a client has been sent, the latest first. */
export const gamesOf = (client: DdpTestClient): (ReportedGameDoc & { _id: string })[] =>
  [...client.documents('reportedGames')]
    .map(([_id, doc]) => ({ _id, ...(doc as unknown as ReportedGameDoc) }))
    .sort((a, b) => b.endedAt.getTime() - a.endedAt.getTime())
