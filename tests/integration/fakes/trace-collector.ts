import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  traceId: string
  spanId: string
  /** empty or missing: the span begins a trace */
  parentSpanId?: string
  name: string
  /** 2: server, 3: client, 4: producer */
  kind: number
  attributes: Record<string, string | number>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}

interface Value {
  stringValue?: string
  intValue?: number | string
  doubleValue?: number
}

interface RawSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes?: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
}

/** An OpenTelemetry collector that accepts only traces (OTLP over HTTP, JSON). */
export class TraceCollector {
  readonly spans: CollectedSpan[] = []
  /** everything received, as text */
  text = ''
  readonly #server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/v1/traces') this.#receive(body)
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  endpoint = ''

  async open(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  spansNamed(name: string): CollectedSpan[] {
    return this.spans.filter(span => span.name === name)
  }

  childrenOf({ spanId }: CollectedSpan): CollectedSpan[] {
    return this.spans.filter(span => span.parentSpanId === spanId)
  }

  #receive(body: string): void {
    this.text += body
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[] }
    for (const { attributes = [], links = [], status, ...span } of resourceSpans
      .flatMap(each => each.scopeSpans)
      .flatMap(each => each.spans))
      this.spans.push({
        ...span,
        attributes: Object.fromEntries(
          attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
        ),
        links,
        failed: status?.code === 2,
      })
  }
}
