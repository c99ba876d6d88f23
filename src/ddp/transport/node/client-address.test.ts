import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressGroup, addressGroups, clientAddress } from './client-address.ts'

const request = (forwarded: string | undefined): IncomingMessage =>
  ({ socket: { remoteAddress: '192.0.2.1' }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('addresses', () => {
  it.each([
    [0, undefined, '192.0.2.1'],
    [0, '10.0.0.1', '192.0.2.1'],
    [1, '10.0.0.1', '10.0.0.1'],
    [1, '6.6.6.6, 10.0.0.1', '10.0.0.1'],
    [2, '6.6.6.6,7.7.7.7 ,  10.0.0.1', '7.7.7.7'],
    [2, '10.0.0.1', null],
    [1, undefined, null],
    [1, '', null],
    [3, 'a,b', null],
  ])('C14: behind %i proxies that say %j it is %j', (count, forwarded, address) =>
    expect(clientAddress(request(forwarded), count)).toBe(address),
  )

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('T6: %s counts as %s', (address, group) => expect(addressGroup(address)).toBe(group))

  it.each([
    ['192.0.2.1', ['192.0.2.0/24', '192.0.2.1']],
    ['2001:0DB8:1:2ff::6', ['2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64']],
    ['unix', ['unix', 'unix']],
  ])('T6: %s is in the groups %j', (address, groups) => expect(addressGroups(address)).toEqual(groups))
})
