import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'

export type Log = Logger

/** Never in a log, whatever object it sits in. */
const SECRETS = ['password', 'token', 'resume', 'digest', 'hashedToken', 'authorization', 'cookie']

/** JSON lines on standard error; made readable on a terminal where `pino-pretty` is installed. */
export function createLog(level: string): Log {
  const options = { level, redact: { paths: SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' } }
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
