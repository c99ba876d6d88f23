import type { ServerHooks } from '#ddp/server/server-hooks.ts'
import { callerGroups, clientAddress } from '#ddp/transport/node/client-address.ts'
import { DISK_FULL, type StatementHook } from '#platform/db/unavailable.ts'
import type { HttpObserver } from '#platform/http/server.ts'
import type { Log } from '#platform/log/log.ts'
import { currentRequest, newRequestId, type Request, runInContext } from '#platform/log/request-context.ts'
import { errorClass, httpMethodLabel, outcomeLabel } from '#platform/metrics/labels.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Span, Tracing } from '#platform/tracing/tracing.ts'

/** ms from which on a statement is logged as slow */
const SLOW_MS = 250
/** ms between two log lines that say that the disk is full, because the log may be on the same disk */
const DISK_FULL_LOG_PAUSE_MS = 60_000

export interface InstrumentationOptions {
  metrics: Metrics
  tracing: Tracing
  log: Log
}

const toList = (span: Span | null): Span[] => (span === null ? [] : [span])
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Gives every method call and every subscription a request id, and records metrics, a log line and a span for it. */
export function instrumentDdp({ metrics, tracing, log }: InstrumentationOptions, written: (frames: number) => void): ServerHooks {
  const instrumentTask =
    (kind: 'method' | 'subscription', record: (name: string, outcome: string, seconds: number) => void): ServerHooks['method'] =>
    (task, run) => {
      const name = task.name ?? 'unknown'
      const id = newRequestId()
      const attributes = { 'rpc.system': 'ddp', 'rpc.method': name, 'skillshot.request_id': id }
      const span = tracing.start(`${kind} ${name}`, { kind: 'server', attributes })
      const { session, clientAddress, userId } = task
      const caller = callerGroups(clientAddress, userId ?? session)
      const mayNotAdminister = currentRequest()?.mayNotAdminister
      const request: Request = { ids: [id], session, ...(userId === null ? {} : { userId }), caller, mayNotAdminister, spans: toList(span) }
      const startedAt = performance.now()
      const onEnd = (error: string | number | null): void => {
        const ms = performance.now() - startedAt
        const outcome = outcomeLabel(error)
        record(name, outcome, ms / 1000)
        span?.end(outcome === 'ok' ? null : outcome)
        if (name === 'login' && outcome === '403') log.info({ ms }, 'a login was refused')
        else log.debug({ name, outcome, ms }, kind)
      }
      return runInContext(request, () =>
        run().then(
          failure => onEnd(failure?.error ?? null),
          cause => {
            onEnd(500)
            throw cause
          },
        ),
      )
    }
  return {
    method: instrumentTask('method', (method, outcome, seconds) => {
      metrics.methodCalls.inc({ method, outcome })
      metrics.methodSeconds.observe({ method }, seconds)
    }),
    subscription: instrumentTask('subscription', (publication, outcome, seconds) => {
      metrics.subscriptionStarts.inc({ publication, outcome })
      metrics.subscriptionSeconds.observe({ publication }, seconds)
    }),
    sessionOpened: () => metrics.sessionsOpened.inc(),
    sessionClosed: reason => metrics.sessionsClosed.inc({ reason }),
    framesWritten: written,
  }
}

/**
 * Does the same for HTTP requests.
 * @param forwardedCount number of trusted proxies in front of the server
 * The response carries the id in `X-Request-Id`; an id sent by the client is ignored. */
export const instrumentHttp = ({ metrics, tracing, log }: InstrumentationOptions, forwardedCount: number): HttpObserver => ({
  request(incoming, answer, route, run) {
    const id = newRequestId()
    answer.setHeader('X-Request-Id', id)
    const method = httpMethodLabel(incoming.method ?? '')
    const traceparent = incoming.headers.traceparent as string | undefined
    const attributes = { 'http.request.method': method, 'skillshot.request_id': id }
    const span = tracing.start(method, { kind: 'server', attributes, traceparent })
    const request: Request = { ids: [id], caller: callerGroups(clientAddress(incoming, forwardedCount), ''), spans: toList(span) }
    const startedAt = performance.now()
    answer.once('close', () => {
      const ms = performance.now() - startedAt
      const status = answer.writableFinished ? String(answer.statusCode) : 'aborted'
      const labels = { route: route(), method, status }
      metrics.httpRequests.inc(labels)
      metrics.httpSeconds.observe({ route: labels.route }, ms / 1000)
      const attributesAtEnd = { 'http.route': labels.route, 'http.response.status_code': answer.statusCode }
      span?.end(answer.statusCode >= 500 ? status : null, attributesAtEnd, `${method} ${labels.route}`)
      if (log.isLevelEnabled('debug')) runInContext(request, () => log.debug({ ...labels, ms }, 'request'))
    })
    runInContext(request, run)
  },
})

/**
 * Instruments SQL statements by their text, without parameter values. Slow
 * statements are logged. Statements outside of a request get no span.
 */
export function instrumentSql({ metrics, tracing, log }: InstrumentationOptions): StatementHook {
  const startSpan = (text: string): Span | null => {
    const spans = currentRequest()?.spans ?? []
    if (spans.length === 0) return null
    const operation = /^\s*(?:\/\*.*?\*\/)?\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': oneLine(text) }
    return tracing.start(operation, { kind: 'client', attributes, for: spans })
  }
  let loggedFullAt = Number.NEGATIVE_INFINITY
  const logDiskFull = (err: unknown): void => {
    if (performance.now() - loggedFullAt < DISK_FULL_LOG_PAUSE_MS) return
    loggedFullAt = performance.now()
    log.error({ err }, 'the disk of the database is full')
  }
  return text => {
    const startedAt = performance.now()
    const span = startSpan(text)
    return error => {
      const ms = performance.now() - startedAt
      metrics.statementSeconds.observe(ms / 1000)
      if (error !== null) metrics.databaseErrors.inc({ class: errorClass(error) })
      if ((error as { code?: unknown } | null)?.code === DISK_FULL) logDiskFull(error)
      span?.end(error === null ? null : errorClass(error))
      if (ms > SLOW_MS) log.warn({ ms, sql: oneLine(text) }, 'a slow statement')
      else if (log.isLevelEnabled('debug')) log.debug({ ms, sql: oneLine(text) }, 'statement')
    }
  }
}

export const instrumentMail =
  ({ metrics, tracing }: InstrumentationOptions) =>
  async (send: () => Promise<void>): Promise<void> => {
    const { ids = [], spans = [] } = currentRequest() ?? {}
    const attributes = ids[0] === undefined ? {} : { 'skillshot.request_id': ids[0] }
    const span = tracing.start('send mail', { kind: 'producer', attributes, for: spans })
    let outcome = 'failed'
    try {
      await send()
      outcome = 'sent'
    } finally {
      metrics.mails.inc({ outcome })
      span?.end(outcome === 'sent' ? null : outcome)
    }
  }

/** Measures the time from a commit until its frames are written to the sockets. Changes that nobody watches are not counted. */
export function instrumentFanOut({ metrics }: InstrumentationOptions): {
  applied(committed: number, here: boolean): void
  written(frames: number): void
} {
  const seconds = { here: metrics.fanOutSeconds.labels('here'), elsewhere: metrics.fanOutSeconds.labels('elsewhere') }
  let frames = 0
  let applied: { committed: number; here: boolean }[] = []
  return {
    written(count) {
      frames += count
      metrics.framesWritten.inc(count)
    },
    applied(committed, here) {
      if (applied.push({ committed, here }) > 1) return
      const before = frames
      // The immediates that write the change's frames from the outboxes were queued earlier in this turn, so they run before this one.
      setImmediate(() => {
        const now = performance.now()
        if (frames > before) for (const each of applied) seconds[each.here ? 'here' : 'elsewhere'].observe((now - each.committed) / 1000)
        applied = []
      })
    },
  }
}
