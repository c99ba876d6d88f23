import { toLatinDigits } from '#platform/text/numbers.ts'
/** Why a typed text is not a usable address. */
export type AddressProblem = 'empty' | 'unreadable' | 'unencrypted'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin of a server from what the user typed. `pins.example`
 * means https. Only this device itself may be addressed without encryption.
 */
export function readAddress(text: string): { origin: string } | { problem: AddressProblem } {
  const typed = toLatinDigits(text).trim()
  if (typed === '') return { problem: 'empty' }
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? '' : LOCAL.includes(typed.split(/:\d+|\//)[0]!) ? 'http://' : 'https://'
  // Browsers differ in whether they accept a space in a host name.
  if (/\s/.test(typed) || !URL.canParse(scheme + typed)) return { problem: 'unreadable' }
  const { protocol, hostname, origin } = new URL(scheme + typed)
  if (protocol === 'http:' && !LOCAL.includes(hostname)) return { problem: 'unencrypted' }
  return protocol === 'http:' || protocol === 'https:' ? { origin } : { problem: 'unreadable' }
}

/** True for a link by which a visit to another site (`visits.ts`) comes back to this app. */
export const isReturnLink = (link: string): boolean => /^skillshot:\/\/(?:sign-in|patreon)\/?#/.test(link)

/** A link that the device asked the app to open. */
export interface OpenedLink {
  /** origin of the server that it belongs to */
  server: string
  /** path, query and fragment */
  path: string
}

/**
 * Parses a link.
 * @param url `https://pins.example/scores/…`, or the same with the scheme `skillshot:`
 * @returns null if the link is not for this app
 */
export function parseOpenedLink(url: string | undefined): OpenedLink | null {
  if (isReturnLink(url ?? '')) return null
  const [, scheme, rest] = /^(skillshot|https?):\/\/(.+)$/i.exec(url ?? '') ?? []
  if (scheme === undefined || rest === undefined) return null
  const web = scheme.toLowerCase() === 'skillshot' ? rest : `${scheme}://${rest}`
  const read = readAddress(web)
  if ('problem' in read) return null
  const at = rest.search(/[/\\?#]/)
  const path = at < 0 ? '/' : rest.slice(at)
  // A path that begins with two slashes would name another host.
  return { server: read.origin, path: `/${path.replace(/^[/\\]+/, '')}` }
}
