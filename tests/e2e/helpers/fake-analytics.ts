import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
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
