/** What was done between two moments, as it stands in a trace. */
export interface Span {
  /** of the trace it belongs to: 32 hex digits */
  readonly traceId: string
  /**
   * @param failure null: it went well; else a code, never what somebody sent
   * @param name a better one than it began with
   */
  end(failure: string | null, attributes?: Attributes, name?: string): void
}

/** Names are OpenTelemetry's own where it has one. Neither values of SQL nor parameters of calls belong here. */
export type Attributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer'
  attributes: Attributes
  /** whom it is done for: one is its parent, to several it is linked */
  for?: readonly Span[]
  /** a `traceparent` header (W3C Trace Context) that came with an HTTP request */
  traceparent?: string | undefined
}

export interface Tracing {
  /** Begins a span now. null: nobody traces */
  start(name: string, options: SpanOptions): Span | null
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

export const noTracing: Tracing = { start: () => null, close: async () => {} }
