import { v7 } from 'uuid'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { digestPassword, PASSWORD } from './player.ts'
import type { Site } from './site.ts'

/** A venue with machines, and a reporter that says what is played on them. */
export interface ReportedVenue {
  venueId: string
  slug: string
  machineIds: string[]
  /** the secret of the reporter's key */
  key: string
  /** who manages the venue */
  manager: DdpTestClient
  /** Calls `stations.report` as the reporter. */
  report(argument: object): Promise<{ reportedGameId: string | null }>
  /** Calls `stations.reportLive` as the reporter. */
  reportLive(...boards: object[]): Promise<unknown>
  /** Makes a station of a machine board. @returns its id, and the code of its QR code */
  pair(boardId: string, machineId: string): Promise<{ stationId: string; code: string }>
  close(): void
}

/**
 * Makes a venue of a new player, who is its manager, with a reporter's key.
 * @param username of that player @param machines words by which each machine is found
 */
export async function openReportedVenue(site: Site, username: string, machines: readonly string[]): Promise<ReportedVenue> {
  const manager = await DdpTestClient.open(site.endpoint)
  await manager.call('createUser', { username, password: digestPassword(PASSWORD) })
  const find = async (text: string): Promise<string> =>
    (await manager.call<{ machineId: string }[]>('machines.search', { text, limit: 1 }))[0]!.machineId
  const machineIds = await Promise.all(machines.map(find))
  const { venueId, slug } = await manager.call<{ venueId: string; slug: string }>('venues.add', {
    ...{ _id: v7(), name: `Silverball Cellar of ${username}`, timeZone: 'Europe/Berlin' },
  })
  await manager.call('venues.setMachines', { venueId, machineIds, was: [] })
  const { secret: key } = await manager.call<{ secret: string }>('keys.add', { _id: v7(), name: 'Reporter', scopes: ['report'], venueId })
  await manager.subscribe('stations.list', { venueId })
  const reporter = await DdpTestClient.open(site.endpoint)
  return {
    ...{ venueId, slug, machineIds, key, manager },
    report: argument => reporter.call('stations.report', { key, ...argument }),
    reportLive: (...boards) => reporter.call('stations.reportLive', { key, boards }),
    async pair(boardId, machineId) {
      const { stationId } = await manager.call<{ stationId: string }>('stations.pair', { _id: v7(), venueId, boardId, machineId })
      return { stationId, code: String(manager.documents('stations').get(stationId)!.code) }
    },
    close() {
      reporter.socket.close()
      manager.socket.close()
    },
  }
}
