import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChangeSocket } from './change-socket.ts'
import type { LiveState } from './live-state.ts'

class FakeSocket {
  static all: FakeSocket[] = []
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!
  }
  readonly sent: Record<string, unknown>[] = []
  readonly url: string
  onopen = (): void => {}
  onmessage = (_event: { data: string }): void => {}
  onclose = (): void => {}
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.onclose()
  }
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

const state: LiveState = {
  build: 'b',
  subscriptions: [
    { name: 'machines.one', params: [{ machineId: 'm' }], collections: ['machines'], version: 'v1' },
    { name: 'boards.top', params: [{ limit: 20 }], collections: ['boardRows'], version: null },
  ],
}
let changes = 0
let socket: ChangeSocket

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', { baseURI: 'https://site.example/embed/board/m' })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  FakeSocket.all = []
  changes = 0
  socket = new ChangeSocket(
    () => state,
    () => changes++,
    () => {},
  )
  socket.open()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answer = (): void => {
  FakeSocket.last.onopen()
  FakeSocket.last.receive({ msg: 'connected', session: 's' })
  FakeSocket.last.receive({ msg: 'ready', subs: ['0', '1'] })
}

it('tells the server which versions it shows, and hears of changes of what it shows alone', () => {
  answer()
  expect(FakeSocket.last.url).toBe('wss://site.example/websocket')
  expect(FakeSocket.last.sent).toEqual([
    { msg: 'connect', version: '1', support: ['1'] },
    { msg: 'sub', id: '0', name: 'machines.one', params: [{ machineId: 'm' }, { held: 'v1', brief: true }] },
    { msg: 'sub', id: '1', name: 'boards.top', params: [{ limit: 20 }] },
  ])
  FakeSocket.last.receive({ msg: 'changed', collection: 'versions', id: 'x', fields: {} })
  expect(changes).toBe(0)
  FakeSocket.last.receive({ msg: 'added', collection: 'boardRows', id: 'x', fields: {} })
  FakeSocket.last.receive({ msg: 'added', collection: '_held', id: '0', fields: {} })
  expect(changes).toBe(2)
})

it('answers the server’s heartbeat, and connects anew when the server says nothing any more', () => {
  answer()
  FakeSocket.last.receive({ msg: 'ping', id: 'p' })
  expect(FakeSocket.last.sent.at(-1)).toEqual({ msg: 'pong', id: 'p' })
  vi.advanceTimersByTime(20_000)
  expect(FakeSocket.last.sent.at(-1)).toEqual({ msg: 'ping' })
  vi.advanceTimersByTime(45_000)
  expect(FakeSocket.all).toHaveLength(2)
})

it('asks ever more rarely for what is gone, though each connection is answered', () => {
  const refuse = (): void => {
    FakeSocket.last.onopen()
    FakeSocket.last.receive({ msg: 'connected', session: 's' })
    FakeSocket.last.receive({ msg: 'nosub', id: '0', error: { error: 404 } })
  }
  for (let tries = 0; tries < 10; tries++) {
    refuse()
    vi.advanceTimersByTime(60_000)
  }
  const before = FakeSocket.all.length
  refuse()
  vi.advanceTimersByTime(59_000)
  expect(FakeSocket.all).toHaveLength(before)
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(before + 1)
})

it('asks for the page at each try where no socket can be had', () => {
  for (let tries = 0; tries < 4; tries++) {
    FakeSocket.last.onclose()
    vi.advanceTimersByTime(60_000)
  }
  expect(changes).toBe(2)
})
