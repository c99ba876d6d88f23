import { expect, it } from 'vitest'
import { toMailUrl } from './mail-url.ts'

const fields = { host: 'mail.example', port: '', security: 'tls', user: '', password: '' } as const

it('makes an address with the usual port of the encryption', () => {
  expect(toMailUrl(fields)).toBe('smtps://mail.example:465')
  expect(toMailUrl({ ...fields, security: 'starttls' })).toBe('smtp://mail.example:587')
  expect(toMailUrl({ ...fields, port: '2525' })).toBe('smtps://mail.example:2525')
})

it('keeps every character of user name and password', () => {
  const url = new URL(toMailUrl({ ...fields, user: 'club@bar.example', password: 'a:b@c/d ?#%ü' }))
  expect([url.username, url.password].map(decodeURIComponent)).toEqual(['club@bar.example', 'a:b@c/d ?#%ü'])
})
