import { type Context, isSpanContextValid, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { Log } from '#platform/log/log.ts'
import type { Span, SpanOptions, Tracing } from './tracing.ts'

/** ms for sending a batch to the collector, with all retries: the end of the process waits for the last batch */
const EXPORT_TIMEOUT_MS = 2000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER }

/**
 * Sends traces to an OpenTelemetry collector over HTTP, in batches. What the collector does not accept is dropped, which is logged once
 * until it accepts again. Other `OTEL_` variables of the environment have the meaning that OpenTelemetry defines. No global state is set:
 * each server of a process has a provider of its own.
 * @param endpoint without `/v1/traces`
 */
export function createOtlpTracing(endpoint: string, log: Log): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'skillshot' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(logFailures(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS }), log)),
    ],
  })
  const tracer = provider.getTracer('skillshot')
  const otelSpans = new WeakMap<Span, OtelSpan>()

  const parentContext = (parents: readonly Span[], traceparent: string | undefined): Context => {
    const [parent] = parents
    if (parents.length === 1 && parent !== undefined && otelSpans.has(parent)) return trace.setSpan(ROOT_CONTEXT, otelSpans.get(parent)!)
    return traceparent === undefined ? ROOT_CONTEXT : parseTraceparent(traceparent)
  }
  return {
    start(name, { kind, attributes, for: parents = [], traceparent }: SpanOptions) {
      const links =
        parents.length < 2 ? [] : parents.flatMap(each => otelSpans.get(each) ?? []).map(each => ({ context: each.spanContext() }))
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, parentContext(parents, traceparent))
      const started: Span = {
        traceId: span.spanContext().traceId,
        end(failure, more = {}, updatedName) {
          span.setAttributes(more)
          if (updatedName !== undefined) span.updateName(updatedName)
          if (failure !== null) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
      otelSpans.set(started, span)
      return started
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** Returns the context of the trace that a `traceparent` header names (W3C Trace Context); the root context if the header is invalid. */
function parseTraceparent(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

function logFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, result => {
        if (result.error !== undefined && !failing) log.warn({ err: result.error }, 'the collector does not take traces: they are dropped')
        failing = result.error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush!() }),
  }
}
