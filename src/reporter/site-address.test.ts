import { expect, it } from 'vitest'
import { siteSocketUrl } from './site-address.ts'

it.each([
  ['https://scores.example', 'wss://scores.example/websocket'],
  ['https://scores.example:8443/pins/', 'wss://scores.example:8443/pins/websocket'],
  ['http://localhost:3000', 'ws://localhost:3000/websocket'],
  ['http://192.168.1.5:3000/', 'ws://192.168.1.5:3000/websocket'],
  ['http://[::1]:3000', 'ws://[::1]:3000/websocket'],
  ['http://scores.local', 'ws://scores.local/websocket'],
])('the socket of %s is %s', (site, url) => expect(siteSocketUrl(site)).toBe(url))

it.each([
  'scores.example',
  'http://scores.example',
  'http://8.8.8.8',
  'ftp://localhost',
  'https://a:b@scores.example',
  'https://scores.example/?a',
  '',
])('%s is no address to which a key may be sent', site => expect(siteSocketUrl(site)).toBeNull())
