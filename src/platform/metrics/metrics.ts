import { Counter, Histogram, type Registry } from 'prom-client'

/** Buckets in seconds. What takes longer than the last counts only in the total. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Buckets in seconds, where there is one histogram for each value of a label. */
const FEW_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

/** The metrics that are counted as things happen. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics by the conventions of Prometheus: base units, totals that only grow, and labels of known values only (labels.ts). */
export function createMetrics(registry: Registry) {
  const of = { registers: [registry] }
  return {
    methodCalls: new Counter({
      ...of,
      name: 'skillshot_method_calls_total',
      help: 'Method calls, by method and by what they ended with: ok, or the code of the error.',
      labelNames: ['method', 'outcome'],
    }),
    methodSeconds: new Histogram({
      ...of,
      name: 'skillshot_method_duration_seconds',
      help: 'From the beginning of a method call to its answer.',
      labelNames: ['method'],
      buckets: FEW_SECONDS,
    }),
    subscriptionStarts: new Counter({
      ...of,
      name: 'skillshot_subscription_starts_total',
      help: 'Subscriptions that were asked for, by publication and by what came of them: ok, or the code of the error.',
      labelNames: ['publication', 'outcome'],
    }),
    subscriptionSeconds: new Histogram({
      ...of,
      name: 'skillshot_subscription_ready_seconds',
      help: 'From the beginning of a subscription to its being ready.',
      labelNames: ['publication'],
      buckets: FEW_SECONDS,
    }),
    sessionsOpened: new Counter({ ...of, name: 'skillshot_sessions_opened_total', help: 'DDP sessions that began.' }),
    sessionsClosed: new Counter({
      ...of,
      name: 'skillshot_sessions_closed_total',
      help: 'DDP sessions that ended: left by the client, closed by us, or cut off for the reason named.',
      labelNames: ['reason'],
    }),
    socketsRefused: new Counter({
      ...of,
      name: 'skillshot_sockets_refused_total',
      help: 'Sockets that were not let in, by the HTTP status that they got.',
      labelNames: ['status'],
    }),
    framesWritten: new Counter({ ...of, name: 'skillshot_frames_written_total', help: 'Frames written to sockets.' }),
    fanOutSeconds: new Histogram({
      ...of,
      name: 'skillshot_fan_out_seconds',
      help: 'From the commit of a change to its frames being written; origin: whether this node wrote the change or another process.',
      labelNames: ['origin'],
      buckets: SECONDS,
    }),
    httpRequests: new Counter({
      ...of,
      name: 'skillshot_http_requests_total',
      help: 'HTTP requests, by the pattern of their path.',
      labelNames: ['route', 'method', 'status'],
    }),
    httpSeconds: new Histogram({
      ...of,
      name: 'skillshot_http_request_duration_seconds',
      help: 'From an HTTP request to the end of its answer.',
      labelNames: ['route'],
      buckets: FEW_SECONDS,
    }),
    statementSeconds: new Histogram({
      ...of,
      name: 'skillshot_database_statement_seconds',
      help: 'SQL statements, as this node waited for them, without the wait for a connection.',
      buckets: SECONDS,
    }),
    databaseErrors: new Counter({
      ...of,
      name: 'skillshot_database_errors_total',
      help: 'SQL that failed, by class of SQLSTATE, or "connection" where Postgres did not answer.',
      labelNames: ['class'],
    }),
    mails: new Counter({
      ...of,
      name: 'skillshot_mails_total',
      help: 'Mails that left (or, without a mail server, became a file), and attempts that failed.',
      labelNames: ['outcome'],
    }),
    unexpectedErrors: new Counter({
      ...of,
      name: 'skillshot_unexpected_errors_total',
      help: 'Errors that nobody had foreseen. Each is in the log.',
    }),
  }
}
