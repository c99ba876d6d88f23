import { afterEach, expect, it, vi } from 'vitest'
import { browserSocket } from './browser.ts'

afterEach(() => void vi.unstubAllGlobals())

it('a message for a socket that is closing is left out, as one that is lost on the way', () => {
  const sent: string[] = []
  const opened = { readyState: 1, send: (text: string) => sent.push(text), close: () => {} }
  vi.stubGlobal(
    'WebSocket',
    Object.assign(
      function WebSocket() {
        return opened
      },
      { OPEN: 1 },
    ),
  )
  const socket = browserSocket('ws://site.example/websocket')
  socket.send('first')
  opened.readyState = 2
  socket.send('second')
  expect(sent).toEqual(['first'])
})
