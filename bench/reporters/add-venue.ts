import { uuidv7 } from '#platform/uuid.ts'
import { signUp } from '../../tests/integration/helpers/users.ts'

/** A venue whose machine boards are stations. `key`: the secret of its reporter */
export interface BenchVenue {
  venueId: string
  key: string
  boardIds: string[]
}

/** Adds the n-th venue of a site, with a manager of its own and so many stations. */
export async function addVenue(port: number, n: number, boards: number): Promise<BenchVenue> {
  const { client } = await signUp({ endpoint: `ws://127.0.0.1:${port}/websocket` }, `Manager${n}`)
  const machines = await client.call<{ machineId: string }[]>('machines.search', { text: '', limit: boards })
  const { venueId } = await client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: `Arcade ${n}` })
  const machineIds = machines.map(({ machineId }) => machineId)
  await client.call('venues.setMachines', { venueId, machineIds, was: [] })
  const { secret } = await client.call<{ secret: string }>('keys.add', { _id: uuidv7(), name: 'Reporter', scopes: ['report'], venueId })
  const boardIds = Array.from({ length: boards }, (_, i) => (0x1000_0000 + 0x1000 * n + i).toString(16))
  for (const [i, boardId] of boardIds.entries())
    await client.call('stations.pair', { _id: uuidv7(), venueId, boardId, machineId: machineIds[i % machineIds.length] })
  client.socket.close()
  return { venueId, key: secret, boardIds }
}
