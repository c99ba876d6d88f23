import type { IncomingMessage } from 'node:http'

/**
 * C14: who is on the other side.
 * @param forwardedCount how many trusted proxies stand in front; the n-th entry from the right of X-Forwarded-For then
 * @returns null when the header is absent or too short
 */
export function clientAddress(request: IncomingMessage, forwardedCount: number): string | null {
  if (forwardedCount === 0) return request.socket.remoteAddress ?? null
  const entries = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
  return entries.at(-forwardedCount) ?? null
}

/** What limits count by: an IPv6 address counts as its /64. */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [left = '', right] = plain.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const groups = right === undefined ? head : [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** A request's headers by their names in small letters, each as one text. */
export function plainHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
