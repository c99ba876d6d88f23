import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeAtOnce, listenLocally } from '../../integration/fakes/local-server.ts'

/** An event of the analytics service's HTTP API, as received. */
export interface AnalyticsEvent {
  path: string
  type: string
  name?: string
  event?: string
  userId?: string | null
  anonymousId: string
  writeKey: string
  properties?: Record<string, unknown>
  traits?: Record<string, unknown>
  context: { page: Record<string, unknown> }
}

/** A fake analytics service: accepts events from any origin and records them. */
export class FakeAnalytics {
  readonly events: AnalyticsEvent[] = []
  url = ''
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method === 'POST')
      this.events.push({ path: request.url!, ...(JSON.parse(Buffer.concat(parts).toString()) as Omit<AnalyticsEvent, 'path'>) })
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' }
    response.writeHead(200, { ...allowed, 'content-type': 'application/json' }).end('{"success":true}')
  }
}
