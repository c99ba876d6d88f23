import { expect, it } from 'vitest'
import { originCheck } from './origins.ts'

const check = (rootUrl: string | null) =>
  originCheck({
    rootUrl,
    allowed: ['https://league.example', 'capacitor://localhost'],
    port: () => 3000,
    addresses: () => ['http://192.168.1.3:3000'],
  })

it.each([
  'https://pins.example',
  'wss://pins.example',
  'wss://pins.example:443',
  'wss://pins.example/',
  'https://pins.example/',
  'https://league.example',
  'wss://league.example',
  'capacitor://localhost',
])('lets in the site’s own origin and those listed, also as that of a socket: %s', origin => {
  expect(check('https://pins.example/')(origin)).toBe(true)
})

it.each([
  'http://pins.example',
  'ws://pins.example',
  'wss://pins.example:444',
  'wss://pins.example.evil.example',
  'wss://pins.example/path',
  'https://pins.example//',
  'wss://user@pins.example',
  'wss://evil.example',
  'wss://',
  'ws://localhost:3000',
  'null',
  '',
])('lets in no other: %s', origin => {
  expect(check('https://pins.example/')(origin)).toBe(false)
})

it('lets in those of this machine where there is no public address', () => {
  for (const origin of ['http://localhost:3000', 'ws://localhost:3000', 'ws://127.0.0.1:3000', 'ws://[::1]:3000', 'ws://192.168.1.3:3000'])
    expect([origin, check(null)(origin)]).toEqual([origin, true])
  for (const origin of ['ws://localhost', 'wss://localhost:3000', 'ws://192.168.1.2:3000'])
    expect([origin, check(null)(origin)]).toEqual([origin, false])
})
