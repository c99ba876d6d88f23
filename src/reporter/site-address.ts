import { isIPv4 } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** True for a host that is in this network, or is this machine. */
const isNear = (host: string): boolean =>
  isIPv4(host) ? isPrivateAddress(host) : host === '[::1]' || !host.includes('.') || host.endsWith('.local')

/**
 * Returns the address of a site's socket. A key leaves the venue's network only encrypted.
 * @param site its address, as people open it
 * @returns null: it is no address of a site, or a plain one of the internet
 */
export function siteSocketUrl(site: string): string | null {
  if (!URL.canParse(site)) return null
  const { protocol, hostname, host, pathname, username, search, hash } = new URL(site)
  if (`${username}${search}${hash}` !== '') return null
  const scheme = protocol === 'https:' ? 'wss' : protocol === 'http:' && isNear(hostname) ? 'ws' : null
  return scheme === null ? null : `${scheme}://${host}${pathname.replace(/\/+$/, '')}/websocket`
}
