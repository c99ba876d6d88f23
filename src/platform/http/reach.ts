import { networkInterfaces } from 'node:os'

/** Who can open a site without a public address (ROOT_URL). */
export interface Reach {
  /** true if other devices in the network can, at `addresses`; false: only this computer, until it listens there */
  isNetwork: boolean
  /** at which addresses other devices in the network reach this computer, such as `http://192.168.1.20:3000`; none: it is in no network */
  addresses: string[]
}

export const LOOPBACK = '127.0.0.1'
export const EVERY_ADDRESS = '0.0.0.0'

/** True if only programs of this computer reach what listens at this host. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/** True if it stands for every address of this computer. */
export const isWildcard = (host: string): boolean => [EVERY_ADDRESS, '::', '[::]'].includes(host)

/** Networks that are inside this computer, between containers and virtual machines. */
const INSIDE = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|utun)/

/** @param host at which the server listens, or would listen */
export function networkAddresses(host: string, port: number): string[] {
  if (!isWildcard(host)) return isLoopback(host) ? [] : [`http://${host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host}:${port}`]
  return Object.entries(networkInterfaces())
    .filter(([name]) => !INSIDE.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => `http://${address}:${port}`)
}
