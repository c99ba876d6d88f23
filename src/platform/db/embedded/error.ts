import { StartError } from '#platform/start-error.ts'

/** The embedded database cannot be started or used; the message is a sentence that says what to do. */
export class EmbeddedError extends StartError {
  override name = 'EmbeddedError'
}

/** Returns the code of a system or Postgres error ('ENOENT', '57P03'), or '' for anything else. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
