import { DdpError } from '#ddp/wire/error.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import { errorCode } from '#platform/live/call-errors.ts'
import type { FieldProblem } from '#platform/live/contract.ts'

/** An error of the API as RFC 9457 writes it. */
export interface Problem {
  /** names the kind of error by its code, in `docs/api.md` */
  type: string
  /** the sentence that people read, in English */
  title: string
  status: number
  /** by which programs tell errors apart */
  code: string
  /** the field that is wrong first, such as `format.rounds`; left out: the error is about no field */
  field?: string
  /** everything that is wrong with fields */
  problems?: readonly FieldProblem[]
  /** what the error says besides, such as the games that would be lost */
  details?: unknown
}

/** Codes of errors that have none of their own. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'sign-in-first',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'too-many-requests',
  500: 'internal',
  503: 'unavailable',
}

export const problem = (status: number, title: string, more: Partial<Problem> = {}): Problem => {
  const code = more.code ?? CODES[status] ?? 'error'
  return { type: `urn:skillshot:error:${code}`, title, status, ...more, code }
}

/** The answer that an error of a call becomes, and after how many seconds it may be tried again; null: it says nothing of that. */
export function problemOf(error: unknown): { problem: Problem; retryAfter: number | null } {
  if (isUnavailable(error)) return { problem: problem(503, 'The site cannot reach its database just now.'), retryAfter: 10 }
  if (!(error instanceof DdpError)) return { problem: problem(500, 'Internal server error'), retryAfter: null }
  const { error: number, reason = 'Error', details } = error
  if (number === 'too-many-requests') {
    const { timeToReset = 1000 } = (details ?? {}) as { timeToReset?: number }
    return { problem: problem(429, reason), retryAfter: Math.max(1, Math.ceil(timeToReset / 1000)) }
  }
  // The other words are those of the protocol for accounts; all of them are about what was asked.
  const status = typeof number === 'number' && number >= 400 && number < 600 ? number : 403
  if (Array.isArray(details)) {
    const problems = details as unknown as FieldProblem[]
    const [first] = problems
    return {
      problem: problem(status, reason, { code: String(first?.code ?? 'invalid'), ...(first ? { field: first.path } : {}), problems }),
      retryAfter: null,
    }
  }
  const code = errorCode(error) ?? (typeof number === 'string' ? number : undefined)
  const { code: _, ...others } = (details ?? {}) as { code?: string }
  return {
    problem: problem(status, reason, {
      ...(code === undefined ? {} : { code }),
      ...(Object.keys(others).length > 0 ? { details: others } : {}),
    }),
    retryAfter: null,
  }
}

/** An error as it is answered. @param isGiven whether the program has presented a key */
export function answerOf(error: unknown, isGiven: boolean): { status: number; body: string; headers: Record<string, string> } {
  const { problem: body, retryAfter } = problemOf(error)
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  if (retryAfter !== null) headers['retry-after'] = String(retryAfter)
  const challenge = challengeOf(error, isGiven)
  if (challenge !== null) headers['www-authenticate'] = challenge
  return { status: body.status, body: JSON.stringify(body), headers }
}

/** What a program has to present (RFC 6750 §3); null: nothing else would help. @param isGiven whether it has presented something */
function challengeOf(error: unknown, isGiven: boolean): string | null {
  if (!(error instanceof DdpError)) return null
  if (error.error === 401) return isGiven ? 'Bearer error="invalid_token"' : 'Bearer'
  const { code, scope } = (error.details ?? {}) as { code?: string; scope?: string }
  return code === 'key-needs-scope' ? `Bearer error="insufficient_scope", scope="${scope}"` : null
}
