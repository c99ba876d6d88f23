import { expect, it } from 'vitest'
import { parseOpenedLink, readAddress } from './server-address.ts'

it('takes an address as people type it, and keeps its origin', () => {
  expect(readAddress(' pins.example ')).toEqual({ origin: 'https://pins.example' })
  expect(readAddress('https://Pins.example:8443/machines?x')).toEqual({ origin: 'https://pins.example:8443' })
  expect(readAddress('localhost:3000')).toEqual({ origin: 'http://localhost:3000' })
})

it('refuses what is no address, and what is not encrypted unless it is this device', () => {
  expect(readAddress('  ')).toEqual({ problem: 'empty' })
  expect(readAddress('two words')).toEqual({ problem: 'unreadable' })
  expect(readAddress('ftp://pins.example')).toEqual({ problem: 'unreadable' })
  expect(readAddress('http://pins.example')).toEqual({ problem: 'unencrypted' })
  expect(readAddress('http://localhost.pins.example')).toEqual({ problem: 'unencrypted' })
})

it('reads links of the site, and the same under its own scheme', () => {
  const score = { server: 'https://pins.example', path: '/scores/a1?x=1#top' }
  expect(parseOpenedLink('https://pins.example/scores/a1?x=1#top')).toEqual(score)
  expect(parseOpenedLink('skillshot://pins.example/scores/a1?x=1#top')).toEqual(score)
  expect(parseOpenedLink('https://pins.example/#/reset-password/T-1')?.path).toBe('/#/reset-password/T-1')
  expect(parseOpenedLink('https://pins.example#/verify-email/T-1')?.path).toBe('/#/verify-email/T-1')
  expect(parseOpenedLink('skillshot://pins.example')?.path).toBe('/')
})

it('never leads to another site by its path', () => {
  for (const path of ['//evil.example/x', '/\\evil.example/x', '\\\\evil.example/x'])
    expect(parseOpenedLink(`https://pins.example${path}`)).toEqual({ server: 'https://pins.example', path: '/evil.example/x' })
})

it('opens nothing else', () => {
  for (const url of [
    undefined,
    '',
    'mailto:a@b.example',
    'http://pins.example/x',
    'javascript://x/%0aalert(1)',
    'skillshot://',
    'skillshot://sign-in#credentialSecret=x',
  ])
    expect(parseOpenedLink(url), url).toBeNull()
})
