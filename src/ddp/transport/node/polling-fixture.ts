import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DdpServer } from '#ddp/server/server.ts'
import type { ServerSettings } from '#ddp/server/server-settings.ts'
import { CONNECT } from '#ddp/testing/ddp-harness.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { attachDdp, type NodeTransport, type NodeTransportOptions } from './server-transport.ts'

/** A DDP server on a real HTTP server, for tests of SockJS without WebSocket. */
export interface PollingServer {
  ddp: DdpServer
  port: number
  transport: NodeTransport
  reports: unknown[]
  /** HTTP statuses of the refused requests */
  refused: number[]
  close(): Promise<void>
}

export async function servePolling(
  options: Partial<NodeTransportOptions> = {},
  settings: Partial<ServerSettings> = {},
): Promise<PollingServer> {
  const reports: unknown[] = []
  const refused: number[] = []
  let ids = 0
  const ddp = new DdpServer({
    clock: systemClock,
    randomId: () => `session${String(++ids).padStart(10, '0')}`,
    hash: text => text,
    soon: flush => void setImmediate(flush),
    report: cause => void reports.push(cause),
    ...settings,
  })
  const http = createServer((request, response) => {
    if (transport.answer(request, response) === null) response.writeHead(418).end()
  })
  const transport = attachDdp(http, ddp, {
    prefix: '',
    forwardedCount: 1,
    originAllowed: origin => origin === 'https://ok.example',
    limits: null,
    onRefused: status => void refused.push(status),
    ...options,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    ddp,
    port: (http.address() as AddressInfo).port,
    transport,
    reports,
    refused,
    async close() {
      await transport.close()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

export interface HttpAnswer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** A streaming answer that has not ended. */
export interface Stream {
  response: IncomingMessage
  /** Waits until this many lines have arrived, or the answer has ended; returns all lines so far, without the prelude. */
  lines(count: number): Promise<string[]>
  /** Resolves with all lines when the answer has ended. */
  ended: Promise<string[]>
  abort(): void
}

/** A SockJS client that the test drives request by request. */
export class PollingClient {
  readonly base: string
  readonly #port: number
  readonly #headers: Record<string, string>

  /** @param headers sent with each request */
  constructor(port: number, id: string, headers: Record<string, string> = {}, prefix = '') {
    this.base = `${prefix}/sockjs/123/${id}`
    this.#port = port
    this.#headers = { 'x-forwarded-for': '10.0.0.1', ...headers }
  }

  async request(
    transport: string,
    body?: string | Buffer,
    { method = 'POST', ...headers }: OutgoingHttpHeaders & { method?: string } = {},
  ) {
    const response = await this.begin(transport, body, { method, ...headers }).response
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part as Buffer)
    return { status: response.statusCode!, headers: response.headers, text: Buffer.concat(parts).toString() } satisfies HttpAnswer
  }

  /** Starts a request without waiting for its answer. @param body null: the caller writes it later */
  begin(transport: string, body?: string | Buffer | null, { method = 'POST', ...headers }: OutgoingHttpHeaders & { method?: string } = {}) {
    const path = `${this.base}/${transport}`
    const outgoing = request({ port: this.#port, host: '127.0.0.1', agent: false, method, path, headers: { ...this.#headers, ...headers } })
    const response = new Promise<IncomingMessage>((resolve, reject) => outgoing.once('response', resolve).on('error', reject))
    response.catch(() => {})
    if (body === undefined) outgoing.end()
    else if (body !== null) outgoing.end(body)
    return { outgoing, response }
  }

  /** Starts a request for messages and waits until the server has received it. @returns a function that aborts it, and its answer */
  async hold(transport = 'xhr'): Promise<{ abort(): void; text: Promise<string> }> {
    const { outgoing, response } = this.begin(transport, undefined, { expect: '100-continue', 'content-length': 0 })
    await once(outgoing, 'continue')
    const text = response.then(async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      return Buffer.concat(parts).toString()
    })
    text.catch(() => {})
    return { abort: () => void outgoing.destroy(), text }
  }

  /** The text of one poll's answer. */
  async poll(): Promise<string> {
    return (await this.request('xhr')).text
  }

  /** Polls until a message contains `part`; returns all messages received. */
  async until(part: string): Promise<string[]> {
    const received: string[] = []
    while (!received.some(text => text.includes(part))) {
      const text = await this.poll()
      if (!text.startsWith('a')) throw new Error(`instead of a message: ${text}`)
      received.push(...(JSON.parse(text.slice(1)) as string[]))
    }
    return received
  }

  send(...messages: string[]): Promise<HttpAnswer> {
    return this.request('xhr_send', JSON.stringify(messages))
  }

  async stream(): Promise<Stream> {
    const { outgoing, response: pendingResponse } = this.begin('xhr_streaming')
    const response = await pendingResponse
    let text = ''
    response.setEncoding('utf8')
    response.on('error', () => {})
    const lines = (): string[] =>
      text
        .split('\n')
        .slice(0, -1)
        .filter(line => !line.startsWith('hh'))
    response.on('data', part => {
      text += part
    })
    const ended = new Promise<string[]>(resolve => response.on('close', () => resolve(lines())))
    return {
      response,
      async lines(count) {
        while (lines().length < count && !response.closed)
          await new Promise<void>(resolve => {
            for (const event of ['data', 'close']) response.once(event, () => resolve())
          })
        return lines()
      },
      ended,
      abort: () => outgoing.destroy(),
    }
  }
}

let ids = 0

/** A client without a session. */
export const newClient = ({ port }: PollingServer, headers: Record<string, string> = {}): PollingClient =>
  new PollingClient(port, `session-${++ids}`, headers)

/** A client whose session is connected and which has no request pending. */
export async function connectedClient(served: PollingServer, headers: Record<string, string> = {}): Promise<PollingClient> {
  const client = newClient(served, headers)
  const opened = await client.poll()
  if (opened !== 'o\n') throw new Error(`instead of an open session: ${opened}`)
  await client.send(CONNECT)
  await client.until('"connected"')
  return client
}
