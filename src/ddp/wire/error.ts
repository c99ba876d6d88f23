import type { Json } from './ejson.ts'

export interface WireError {
  isClientSafe: true
  error: string | number
  reason?: string
  details?: Json
  message: string
  errorType: 'Meteor.Error'
}

/** An error that may be sent to the client. Any other error is sent as a 500 (rule M9). */
export class DdpError extends Error {
  readonly error: string | number
  readonly reason: string | undefined
  readonly details: Json | undefined
  constructor(error: string | number, reason?: string, details?: Json) {
    super(reason === undefined ? `[${error}]` : `${reason} [${error}]`)
    this.name = 'DdpError'
    this.error = error
    this.reason = reason
    this.details = details
  }
}

/** M8: the error object in its key order; `reason` and `details` are left out if undefined. */
export function errorToWire(error: DdpError): WireError {
  return {
    isClientSafe: true,
    error: error.error,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(error.details === undefined ? {} : { details: error.details }),
    message: error.message,
    errorType: 'Meteor.Error',
  }
}

/** M10: clients rebuild an error from `error`, `reason` and `details` alone. */
export function errorFromWire(wire: unknown): DdpError {
  if (wire === null || typeof wire !== 'object') return new DdpError(500, 'Unreadable error')
  const { error, reason, details } = wire as Partial<WireError>
  return new DdpError(
    typeof error === 'number' || typeof error === 'string' ? error : 500,
    typeof reason === 'string' ? reason : undefined,
    details,
  )
}

/**
 * M9: converts a thrown value to the error that is sent. A `DdpError` is returned unchanged; an error that carries one as `sanitizedError`
 * is replaced by it; anything else becomes `500 Internal server error`, and `report` is called with the cause.
 */
export function sanitise(thrown: unknown, report: (cause: unknown) => void): DdpError {
  if (thrown instanceof DdpError) return thrown
  if (thrown instanceof Error && 'sanitizedError' in thrown && thrown.sanitizedError instanceof DdpError) return thrown.sanitizedError
  report(thrown)
  return new DdpError(500, 'Internal server error')
}
