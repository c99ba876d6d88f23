import type { IncomingMessage } from 'node:http'

/**
 * C14: the client's IP address.
 * @param forwardedCount number n of trusted proxies in front of the server: the n-th entry from the right of X-Forwarded-For counts
 * @returns null if the header is absent or has too few entries
 */
export function clientAddress(request: IncomingMessage, forwardedCount: number): string | null {
  if (forwardedCount === 0) return request.socket.remoteAddress ?? null
  const entries = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
  return entries.at(-forwardedCount) ?? null
}

/**
 * The groups in which limits count an address, widest first: of IPv6 its /48, /56 and /64, since a subscriber of a provider gets a network of
 * one of these sizes; of IPv4 its /24 and the address itself. A text that is no address is a group of its own.
 */
export function addressGroups(address: string): readonly string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) {
    const network = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain)?.[1]
    return [network === undefined ? plain : `${network}.0/24`, plain]
  }
  const [left = '', right] = plain.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const groups = right === undefined ? head : [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail]
  const [first, second, third, fourth] = Array.from({ length: 4 }, (_, i) => Number.parseInt(groups[i] ?? '0', 16) || 0)
  const prefix = [first, second, third].map(group => group!.toString(16)).join(':')
  return [`${prefix}::/48`, `${prefix}:${(fourth! & 0xff00).toString(16)}::/56`, `${prefix}:${fourth!.toString(16)}::/64`]
}

/** The narrowest of the groups in which limits count an address: for IPv6 its /64 prefix. */
export const addressGroup = (address: string): string => addressGroups(address).at(-1)!

/**
 * Returns the groups in which a caller takes turns and has shares, widest first: networks, address, and the caller.
 * @param address null: unknown
 * @param caller the user's id, or something that tells visitors apart
 */
export const callerGroups = (address: string | null, caller: string): readonly string[] => [
  ...(address === null ? ['', ''] : addressGroups(address)),
  caller,
]

/** A request's headers by their lower-case names, each as one text. */
export function plainHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
