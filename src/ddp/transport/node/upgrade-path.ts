/** The transport that a path asks for (rules T1–T4); null: none. `prefix` has no trailing slash. */
export type Route = { transport: 'ws' } | { transport: 'sockjs' } | null

export function upgradeRoute(url: string, prefix: string): Route {
  const path = url.split('?', 1)[0]!
  if (!path.startsWith(prefix)) return null
  const rest = path.slice(prefix.length).replace(/\/$/, '')
  if (rest === '/websocket' || rest === '/sockjs/websocket') return { transport: 'ws' }
  return /^\/sockjs\/[^/.]+\/[^/.]+\/websocket$/.test(rest) ? { transport: 'sockjs' } : null
}

export type PollingTransport = 'xhr' | 'xhr_streaming' | 'xhr_send'

/** What a plain HTTP request below `/sockjs` asks for (rules T2, T10, T18). */
export type SockjsRoute = { page: 'info' | 'welcome' | 'none' } | { page: 'polling'; transport: PollingTransport; session: string }

/** @returns null for a path that is not below `/sockjs` */
export function sockjsRoute(url: string, prefix: string): SockjsRoute | null {
  const path = url.split('?', 1)[0]!
  const base = `${prefix}/sockjs`
  if (path !== base && !path.startsWith(`${base}/`)) return null
  const rest = path.slice(base.length)
  if (rest === '/info') return { page: 'info' }
  if (rest === '' || rest === '/') return { page: 'welcome' }
  const [, session, transport] = /^\/[^/.]+\/([^/.]+)\/(xhr|xhr_streaming|xhr_send)\/?$/.exec(rest) ?? []
  if (session === undefined) return { page: 'none' }
  return { page: 'polling', transport: transport as PollingTransport, session }
}
