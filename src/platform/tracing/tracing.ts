/** One operation with its beginning and end, as a part of a trace. */
export interface Span {
  /** id of the trace that it belongs to: 32 hex digits */
  readonly traceId: string
  /**
   * @param failure null: it succeeded; else an error code, never anything that a client sent
   * @param name replaces the name with which the span began
   */
  end(failure: string | null, attributes?: Attributes, name?: string): void
}

/**
 * Attributes of a span. Their names are those of OpenTelemetry where it defines one. Values of SQL and parameters of calls do not belong
 * here.
 */
export type Attributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer'
  attributes: Attributes
  /** the spans of the requests that it is done for: a single one becomes its parent; to several it is linked */
  for?: readonly Span[]
  /** a `traceparent` header (W3C Trace Context) that came with an HTTP request */
  traceparent?: string | undefined
}

export interface Tracing {
  /** Begins a span now; null: tracing is off. */
  start(name: string, options: SpanOptions): Span | null
  /** Sends the spans that have not been sent yet. */
  close(): Promise<void>
}

export const noTracing: Tracing = { start: () => null, close: async () => {} }
