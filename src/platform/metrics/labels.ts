/**
 * Returns the outcome of a call as a label with few values, whatever a client sent.
 * @param error the error code of the answer; null: no error
 */
export function outcomeLabel(error: string | number | null): string {
  if (error === null) return 'ok'
  if (typeof error === 'number') return Number.isInteger(error) && error >= 400 && error <= 599 ? String(error) : 'other'
  return error === 'too-many-requests' ? error : 'other'
}

/** Returns the class of a Postgres error (the first two characters of its SQLSTATE), or `connection` where Postgres did not answer. */
export function errorClass(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'connection'
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export const httpMethodLabel = (method: string): string => (METHODS.has(method) ? method : 'other')
