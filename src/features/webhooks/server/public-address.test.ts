import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arePublic, isPublicIp } from './public-address.ts'

const PRIVATE = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  'not an address',
  '',
]
const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '2606:4700:4700::1111', '2a00:1450:4001::1']

describe('an address', () => {
  it.each(PRIVATE)('%s is not public', address => expect(isPublicIp(address)).toBe(false))
  it.each(PUBLIC)('%s is public', address => expect(isPublicIp(address)).toBe(true))
})

it('a name is public only if all its addresses are', () => {
  const address = fc.constantFrom(...PRIVATE.filter(each => /^[\d.]+$/.test(each)), ...PUBLIC.filter(each => /^[\d.]+$/.test(each)))
  fc.assert(
    fc.property(fc.array(address), addresses => {
      const found = addresses.map(each => ({ address: each, family: 4 }))
      expect(arePublic(found)).toBe(found.length > 0 && addresses.every(each => PUBLIC.includes(each)))
    }),
  )
})
