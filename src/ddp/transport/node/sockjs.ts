import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SockjsRoute } from './upgrade-path.ts'

export const NO_CACHE = 'no-store, no-cache, no-transform, must-revalidate, max-age=0'

/** T2, T18: answers `/sockjs/info` and `/sockjs`; anything else is 404. */
export function answerSockjsPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Exclude<SockjsRoute['page'], 'polling'>,
  originAllowed: (origin: string) => boolean,
): void {
  if (page === 'none' || !['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')) {
    response.writeHead(404, { 'content-length': 0 }).end()
  } else if (page === 'welcome') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' }).end('Welcome to SockJS!\n')
  } else answerInfo(request, response, originAllowed)
}

function answerInfo(request: IncomingMessage, response: ServerResponse, originAllowed: (origin: string) => boolean): void {
  const { origin } = request.headers
  // Browsers send this request with credentials, for which `*` does not suffice; only pages of allowed origins can connect afterwards
  // anyway.
  const cors: Record<string, string> =
    origin !== undefined && originAllowed(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
      : { 'access-control-allow-origin': '*' }
  const headers = { ...cors, vary: 'Origin', 'cache-control': NO_CACHE }
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, {
        ...headers,
        'access-control-allow-methods': 'OPTIONS, GET',
        'access-control-allow-headers': String(request.headers['access-control-request-headers'] ?? 'content-type'),
        'access-control-max-age': '31536000',
      })
      .end()
    return
  }
  const info = { websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32) }
  response.writeHead(200, { ...headers, 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(info))
}

/** T3: parses one payload of a SockJS client into messages. Returns null for broken framing; an empty payload has no messages. */
export function sockjsMessages(payload: string): string[] | null {
  if (payload === '') return []
  try {
    const parsed: unknown = JSON.parse(payload)
    if (typeof parsed === 'string') return [parsed]
    return isListOfTexts(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** T11: parses the body of a send request into messages, or returns the text of the error. */
export function sockjsPayload(body: Buffer): string[] | 'Payload expected.' | 'Broken JSON encoding.' {
  if (body.length === 0) return 'Payload expected.'
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isListOfTexts(parsed) ? parsed : 'Payload expected.'
  } catch {
    return 'Broken JSON encoding.'
  }
}

const isListOfTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(item => typeof item === 'string')
