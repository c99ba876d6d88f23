import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { BoardRequests } from './board-requests.ts'
import { isPrivateAddress } from './private-address.ts'

let server: Server | null = null
let requests: BoardRequests | null = null
const sockets = new Set<Socket>()
afterEach(() => {
  requests?.close()
  for (const socket of sockets) socket.destroy()
  server?.close()
})

/** A board's HTTP server, which listens at every address of this machine. */
async function serve(answer: (socket: Socket, request: string) => void) {
  const clock = manualClock()
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', data => answer(socket, String(data)))
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  requests = new BoardRequests(clock, (server.address() as AddressInfo).port)
  return { clock, requests }
}

const head = (status: string, length: number): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

describe('what a board is asked', () => {
  it('takes an answer as boards give it: their status line, and a length in letters instead of bytes', async () => {
    const texts: string[] = []
    const { requests } = await serve((socket, request) => {
      texts.push(request.split('\r\n')[0]!)
      socket.end(`${head('200 200', 5)}Pokér`)
    })
    expect(await requests.ask('127.0.0.1', '/api/game/name')).toBe('Pokér')
    expect(texts).toEqual(['GET /api/game/name HTTP/1.0'])
  })

  it('takes no error, nothing that is too long, and no silence', async () => {
    const { requests, clock } = await serve((socket, request) => {
      if (request.includes('name')) socket.end(`${head('200 OK', 2000)}${'x'.repeat(2000)}`)
      else socket.end(`${head('500 500', 4)}oops`)
    })
    expect(await requests.ask('127.0.0.1', '/api/game/name')).toBeNull()
    expect(await requests.ask('127.0.0.1', '/api/game/status')).toBeNull()
    server!.removeAllListeners('connection')
    const silent = once(server!, 'connection')
    const asked = requests.ask('127.0.0.1', '/api/game/status')
    sockets.add((await silent)[0] as Socket)
    clock.advance(10_000)
    expect(await asked).toBeNull()
  })

  it('asks a board once at a time, and four boards', async () => {
    const open: Socket[] = []
    const { requests } = await serve(socket => void open.push(socket))
    const answers = [1, 1, 2, 3, 4, 5, 6].map(n => requests.ask(`127.0.0.${n}`, '/api/game/name'))
    const answered = new Set<string | undefined>()
    for (let left = 7; left > 0; left--) {
      await expect.poll(() => open.length).toBe(Math.min(4, left === 1 ? 1 : left))
      const addresses = open.map(({ localAddress }) => localAddress)
      expect(new Set(addresses).size).toBe(addresses.length)
      const socket = open.shift()!
      answered.add(socket.localAddress)
      socket.end(`${head('200 200', 4)}Taxi`)
    }
    expect(await Promise.all(answers)).toEqual(Array(7).fill('Taxi'))
    expect(answered.size).toBe(6)
  })

  it('asks addresses of private networks alone', async () => {
    const { requests } = await serve(() => {})
    for (const address of ['8.8.8.8', '172.32.0.1', '0.0.0.0', '255.255.255.255', '224.0.0.1', 'scores.example', ''])
      expect(await requests.ask(address, '/api/game/name'), address).toBeNull()
    expect(['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.9.9'].every(isPrivateAddress)).toBe(true)
  })
})
