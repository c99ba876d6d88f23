import { BlockList } from 'node:net'

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  PRIVATE.addSubnet(network, bits)

/** True for an IPv4 address of a network that is no part of the internet, such as that of a venue. */
export const isPrivateAddress = (address: string): boolean => PRIVATE.check(address)
