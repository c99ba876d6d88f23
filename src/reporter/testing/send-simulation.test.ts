import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { decodeBoardMessage, decodeDiscovery, decodeGameState, PING } from '../board-messages.ts'
import { sendSimulation } from './send-simulation.ts'
import { GOOD_NETWORK } from './simulation-options.ts'
import { VenueSimulation } from './venue-simulation.ts'

const HOME = '127.0.0.1'

/** A port that is free on the addresses of two boards. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.1.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('sends what boards say over real sockets, each from its own address, and answers PING and HTTP', async () => {
  const [games, discovery] = [createSocket('udp4'), createSocket('udp4')]
  const heard = new Map<string, string>()
  const answers: unknown[] = []
  games.on('message', (datagram, { address }) => void heard.set(address, decodeBoardMessage(datagram)?.boardId ?? 'no message'))
  discovery.on('message', datagram => void answers.push(decodeDiscovery(datagram)))
  for (const socket of [games, discovery]) {
    socket.bind(0, HOME)
    await once(socket, 'listening')
  }
  const simulation = new VenueSimulation({ seed: 1, boards: 2, ordinary: true, network: GOOD_NETWORK })
  const [first, second] = simulation.boards
  const [httpPort, pingPort] = [await freePort(), await freePort()]
  const ended = new AbortController()
  const to = { address: HOME, gamePort: games.address().port, discoveryPort: discovery.address().port }
  const sending = sendSimulation(simulation, 3_600_000, { to, httpPort, pingPort, speed: 50, signal: ended.signal })
  try {
    await expect.poll(() => heard.size).toBe(2)
    expect(Object.fromEntries(heard)).toEqual({ [first!.address]: first!.id, [second!.address]: second!.id })
    const name = await fetch(`http://${first!.address}:${httpPort}/api/game/name`)
    expect([name.headers.get('content-type'), await name.text()]).toEqual(['application/json', first!.name])
    const status = await fetch(`http://${second!.address}:${httpPort}/api/game/status`)
    expect(decodeGameState(second!.id, await status.json())).not.toBeNull()
    expect((await fetch(`http://${second!.address}:${httpPort}/api/leaders`)).status).toBe(404)
    discovery.send(PING, pingPort, second!.address)
    await expect.poll(() => answers).toEqual([{ type: 'hello', name: second!.name }, { type: 'pong' }])
  } finally {
    ended.abort()
    await sending
    games.close()
    discovery.close()
  }
})
