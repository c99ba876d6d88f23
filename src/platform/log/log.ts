import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequest } from './request-context.ts'

export type Log = Logger

/** Never in a log, whatever object it sits in. */
const SECRETS = 'password,token,resume,digest,hashedToken,authorization,cookie,secret,secretAccessKey,email'.split(',')

/** What errors of Node, Postgres, Redis and our own say besides their text. Others carry what was sent: rows, commands, headers. */
const TOLD = 'name,code,severity,constraint,table,column,schema,routine,syscall,command,undeliverable'.split(',')

/** An error as far as it may be told: its text, where it came from, and what of it cannot hold what somebody sent. */
function toldOf(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const told: Record<string, unknown> = { type: error.constructor.name, message: error.message, stack: error.stack }
  for (const key of TOLD) {
    const value = (error as unknown as Record<string, unknown>)[key]
    if (['string', 'number', 'boolean'].includes(typeof value)) told[key] = value
  }
  if (error.cause !== undefined && depth < 5) told.cause = toldOf(error.cause, depth + 1)
  return told
}

/** Whom a line is about. */
function asked(): object {
  const request = currentRequest()
  if (request === undefined) return {}
  const { ids, session, userId, spans } = request
  const id = ids.length === 1 ? { requestId: ids[0] } : { requestIds: ids }
  return { ...id, session, userId, traceId: spans.length === 1 ? spans[0]!.traceId : undefined }
}

/**
 * JSON lines on standard error; made readable on a terminal where `pino-pretty` is installed. Each names the request it was written in.
 * @param to elsewhere than to standard error
 */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    mixin: asked,
    serializers: { err: (error: unknown) => toldOf(error) },
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
