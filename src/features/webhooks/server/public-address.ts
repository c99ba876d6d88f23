import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** IPv4 addresses that are no place on the internet (IANA's registry of special-purpose addresses, multicast, and what is reserved). */
const SPECIAL_V4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * The same for IPv6, inside of 2000::/3, which has all places on the internet. Besides documentation and benchmarks: what holds an IPv4 address
 * that somebody would pass on to (Teredo in 2001::/23, 6to4), since that could be any of those above.
 */
const SPECIAL_V6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6')
const internet = new BlockList()
internet.addSubnet('2000::', 3, 'ipv6')

/** True for an IP address that everybody on the internet may reach, so that no message gets into the operator's own network. */
export function isPublicIp(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && internet.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** True if every address of a name is public. One that is not makes the name bad, since the next answer might have it alone. */
export const arePublic = (addresses: readonly LookupAddress[]): boolean =>
  addresses.length > 0 && addresses.every(({ address }) => isPublicIp(address))
