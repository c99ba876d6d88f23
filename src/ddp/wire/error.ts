import type { Json } from './ejson.ts'

export interface WireError {
  isClientSafe: true
  error: string | number
  reason?: string
  details?: Json
  message: string
  errorType: 'Meteor.Error'
}

/** An error that its receiver may read: everything else becomes a 500 on the wire (rule M9). */
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

/** M8: the error object in its key order; `reason` and `details` are left out when there are none. */
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
 * M9: what a thrown thing becomes on the wire. A `DdpError` passes; an error that carries one as `sanitizedError` is replaced by it;
 * anything else is `500 Internal server error`, and `report` hears of the cause.
 */
export function sanitise(thrown: unknown, report: (cause: unknown) => void): DdpError {
  if (thrown instanceof DdpError) return thrown
  if (thrown instanceof Error && 'sanitizedError' in thrown && thrown.sanitizedError instanceof DdpError) return thrown.sanitizedError
  report(thrown)
  return new DdpError(500, 'Internal server error')
}
