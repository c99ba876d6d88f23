import { AUDIT_ACTIONS, type AuditAction } from '#audit/contract.ts'

type Query = Readonly<Record<string, string>>

export const USERS_PER_PAGE = 50

const parseId = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x21-\x7e]{1,64}$/.test(value) ? value : undefined

/** Parses the address of the list of users into its input; invalid values are left out. */
export function usersInput({ q, before }: Query): { text?: string; before?: string; limit: number } {
  const text = [...(q ?? '').normalize('NFC').trim()].slice(0, 100).join('')
  const parsedBefore = parseId(before)
  return { limit: USERS_PER_PAGE, ...(text === '' ? {} : { text }), ...(parsedBefore === undefined ? {} : { before: parsedBefore }) }
}

/** Parses the address of the audit log into its input; invalid values are left out. */
export function logInput({ action, user, before }: Query): { action?: AuditAction; userId?: string; before?: string; limit: number } {
  const parsedAction = AUDIT_ACTIONS.find(each => each === action)
  const [userId, parsedBefore] = [parseId(user), parseId(before)]
  return {
    limit: USERS_PER_PAGE,
    ...(parsedAction === undefined ? {} : { action: parsedAction }),
    ...(userId === undefined ? {} : { userId }),
    ...(parsedBefore === undefined ? {} : { before: parsedBefore }),
  }
}

/** Returns the path with its query. @param query names without a value are left out */
export function buildUrl(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size === 0 ? path : `${path}?${search}`
}
