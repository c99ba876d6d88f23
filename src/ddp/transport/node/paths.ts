/** Which transport a path asks for (rules T1–T4); null: none. `prefix` has no trailing slash. */
export type Route = { transport: 'ws' } | { transport: 'sockjs' } | null

export function upgradeRoute(url: string, prefix: string): Route {
  const path = url.split('?', 1)[0]!
  if (!path.startsWith(prefix)) return null
  const rest = path.slice(prefix.length).replace(/\/$/, '')
  if (rest === '/websocket' || rest === '/sockjs/websocket') return { transport: 'ws' }
  return /^\/sockjs\/[^/.]+\/[^/.]+\/websocket$/.test(rest) ? { transport: 'sockjs' } : null
}

/** Which of SockJS's plain answers a path asks for. */
export function sockjsPage(url: string, prefix: string): 'info' | 'welcome' | null {
  const path = url.split('?', 1)[0]!
  if (path === `${prefix}/sockjs/info`) return 'info'
  return path === `${prefix}/sockjs` || path === `${prefix}/sockjs/` ? 'welcome' : null
}
