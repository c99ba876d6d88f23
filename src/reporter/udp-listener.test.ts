import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { UdpListener } from './udp-listener.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function openSocket(address: string, port = 0): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.bind(port, address)
  await once(socket, 'listening')
  closers.push(() => socket.close())
  return socket
}

async function listen(gamePort = 0, discoveryPort = 0) {
  const heard: [string, string, string][] = []
  const listener = new UdpListener({
    ...{ clock: systemClock, host: '127.0.0.1', gamePort, discoveryPort, isKnown: () => true },
    onGame: (datagram, address) => void heard.push(['game', String(datagram), address]),
    onDiscovery: (datagram, address) => void heard.push(['discovery', String(datagram), address]),
    onError: error => {
      throw error
    },
  })
  await listener.open()
  closers.push(() => listener.close())
  return { listener, heard }
}

it('hears both ports, with the address of the sender', async () => {
  const { listener, heard } = await listen()
  const board = await openSocket('127.0.0.2')
  board.send('a state', listener.ports.game, '127.0.0.1')
  await expect.poll(() => heard.length).toBe(1)
  board.send('a hello', listener.ports.discovery, '127.0.0.1')
  await expect.poll(() => heard.length).toBe(2)
  expect(heard).toEqual([
    ['game', 'a state', '127.0.0.2'],
    ['discovery', 'a hello', '127.0.0.2'],
  ])
})

it('asks a board also where it listens at any port that is free', async () => {
  const { listener } = await listen()
  const board = await openSocket('127.0.0.2', listener.ports.discovery)
  listener.ping('127.0.0.2')
  expect(await once(board, 'message')).toMatchObject([Buffer.of(3), { address: '127.0.0.1', port: listener.ports.discovery }])
})

it('reads nothing that is longer than what a board sends, and counts it', async () => {
  const { listener, heard } = await listen()
  const sender = await openSocket('127.0.0.2')
  sender.send(Buffer.alloc(2049), listener.ports.game, '127.0.0.1')
  sender.send(Buffer.alloc(2048, 'a'), listener.ports.game, '127.0.0.1')
  await expect.poll(() => heard.length).toBe(1)
  expect(listener.counts).toEqual({ received: 2, large: 1, fast: 0 })
})

it('shares its ports with other programs, and asks a board from the discovery port', async () => {
  const first = await listen()
  const { game, discovery } = first.listener.ports
  const second = await listen(game, discovery)
  const board = await openSocket('127.0.0.2', discovery)
  const ping = once(board, 'message') as Promise<[Buffer, { port: number }]>
  second.listener.ping('127.0.0.2')
  const [datagram, { port }] = await ping
  expect([[...datagram], port]).toEqual([[3], discovery])
})
