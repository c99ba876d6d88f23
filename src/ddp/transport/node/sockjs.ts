import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sockjsPage } from './paths.ts'

/** T2: answers `/sockjs/info` and `/sockjs`. @returns false when the request is for somebody else */
export function answerSockjs(request: IncomingMessage, response: ServerResponse, prefix: string): boolean {
  const page = sockjsPage(request.url ?? '/', prefix)
  if (page === null || !['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')) return false
  if (page === 'welcome') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' }).end('Welcome to SockJS!\n')
    return true
  }
  const cors = { 'access-control-allow-origin': '*', 'cache-control': 'no-store, no-cache, no-transform, must-revalidate, max-age=0' }
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, {
        ...cors,
        'access-control-allow-methods': 'OPTIONS, GET',
        'access-control-allow-headers': String(request.headers['access-control-request-headers'] ?? 'content-type'),
        'access-control-max-age': '31536000',
      })
      .end()
    return true
  }
  const info = { websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32) }
  response.writeHead(200, { ...cors, 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(info))
  return true
}

/** T3: one payload from a SockJS client to messages; null: broken framing. An empty payload is no message. */
export function sockjsMessages(payload: string): string[] | null {
  if (payload === '') return []
  try {
    const parsed: unknown = JSON.parse(payload)
    if (typeof parsed === 'string') return [parsed]
    return Array.isArray(parsed) && parsed.every(item => typeof item === 'string') ? parsed : null
  } catch {
    return null
  }
}
