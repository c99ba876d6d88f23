/** Why a typed text is no address to try. */
export type AddressProblem = 'empty' | 'unreadable' | 'unencrypted'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** The origin of a server from what somebody typed: `pins.example` is https. Without encryption it may only be this device itself. */
export function readAddress(text: string): { origin: string } | { problem: AddressProblem } {
  const typed = text.trim()
  if (typed === '') return { problem: 'empty' }
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? '' : LOCAL.includes(typed.split(/:\d+|\//)[0]!) ? 'http://' : 'https://'
  // Browsers differ about a space in a name.
  if (/\s/.test(typed) || !URL.canParse(scheme + typed)) return { problem: 'unreadable' }
  const { protocol, hostname, origin } = new URL(scheme + typed)
  if (protocol === 'http:' && !LOCAL.includes(hostname)) return { problem: 'unencrypted' }
  return protocol === 'http:' || protocol === 'https:' ? { origin } : { problem: 'unreadable' }
}

/** What the device was asked to open. */
export interface Opened {
  /** origin of the server that it belongs to */
  server: string
  /** path, query and fragment */
  path: string
}

/** @param url `https://pins.example/scores/…`, or the same with the scheme `skillshot:`; null: nothing for this app */
export function readOpened(url: string | undefined): Opened | null {
  const [, scheme, rest] = /^(skillshot|https?):\/\/(.+)$/i.exec(url ?? '') ?? []
  if (scheme === undefined || rest === undefined) return null
  const web = scheme.toLowerCase() === 'skillshot' ? rest : `${scheme}://${rest}`
  const read = readAddress(web)
  if ('problem' in read) return null
  const at = rest.search(/[/\\?#]/)
  const path = at < 0 ? '/' : rest.slice(at)
  // Two slashes would name another site.
  return { server: read.origin, path: `/${path.replace(/^[/\\]+/, '')}` }
}
