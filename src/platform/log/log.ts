import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequest } from './request-context.ts'

export type Log = Logger

/** Names of fields whose values are never logged: fields of a logged object, and of objects up to two levels inside of it. */
const SECRETS = 'password,token,resume,digest,hashedToken,authorization,cookie,secret,secretAccessKey,email'.split(',')

/**
 * The fields of errors (of Node, Postgres, Redis and our own) that are logged. Other fields may hold what was sent: rows, commands,
 * headers.
 */
const LOGGED_FIELDS = 'name,code,severity,constraint,table,column,schema,routine,syscall,command,undeliverable'.split(',')

/** Returns what may be logged of an error: its type, message, stack and causes, and the fields that cannot hold what a client sent. */
function toLoggable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const loggable: Record<string, unknown> = { type: error.constructor.name, message: error.message, stack: error.stack }
  for (const key of LOGGED_FIELDS) {
    const value = (error as unknown as Record<string, unknown>)[key]
    if (['string', 'number', 'boolean'].includes(typeof value)) loggable[key] = value
  }
  if (error.cause !== undefined && depth < 5) loggable.cause = toLoggable(error.cause, depth + 1)
  return loggable
}

/** Returns the fields of a line that say which request, session and user it belongs to. */
function requestFields(): object {
  const request = currentRequest()
  if (request === undefined) return {}
  const { ids, session, userId, spans } = request
  const id = ids.length === 1 ? { requestId: ids[0] } : { requestIds: ids }
  return { ...id, session, userId, traceId: spans.length === 1 ? spans[0]!.traceId : undefined }
}

/**
 * Creates a log. It writes JSON lines to standard error; on a terminal they are made readable where `pino-pretty` is installed. Each line
 * names the request in which it was written.
 * @param to where the log writes instead of standard error
 */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    mixin: requestFields,
    serializers: { err: (error: unknown) => toLoggable(error) },
    redact: { paths: SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  if (to !== undefined) return pino(options, to)
  if (process.stderr.isTTY) {
    try {
      const target = createRequire(import.meta.url).resolve('pino-pretty')
      return pino(options, pino.transport({ target, options: { destination: 2, ignore: 'pid,hostname' } }))
    } catch {
      return pino(options, pino.destination(2))
    }
  }
  return pino(options, pino.destination(2))
}
