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

/** The key by which limits count an address: for IPv6 its /64 prefix. */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [left = '', right] = plain.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const groups = right === undefined ? head : [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** A request's headers by their lower-case names, each as one text. */
export function plainHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
