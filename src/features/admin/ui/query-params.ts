import { AUDIT_ACTIONS, type AuditAction } from '../../audit/contract.ts'

type Query = Readonly<Record<string, string>>

export const USERS_PER_PAGE = 50

const idIn = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x21-\x7e]{1,64}$/.test(value) ? value : undefined

/** Parses the address of the list of users into its input; invalid values are left out. */
export function usersInput({ q, before }: Query): { text?: string; before?: string; limit: number } {
  const text = [...(q ?? '').normalize('NFC').trim()].slice(0, 100).join('')
  const from = idIn(before)
  return { limit: USERS_PER_PAGE, ...(text === '' ? {} : { text }), ...(from === undefined ? {} : { before: from }) }
}

/** Parses the address of the audit log into its input; invalid values are left out. */
export function logInput({ action, user, before }: Query): { action?: AuditAction; userId?: string; before?: string; limit: number } {
  const known = AUDIT_ACTIONS.find(each => each === action)
  const [userId, from] = [idIn(user), idIn(before)]
  return {
    limit: USERS_PER_PAGE,
    ...(known === undefined ? {} : { action: known }),
    ...(userId === undefined ? {} : { userId }),
    ...(from === undefined ? {} : { before: from }),
  }
}

/** Returns the path with its query. @param query names without a value are left out */
export function address(path: string, query: Record<string, string | undefined>): string {
  const given = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return given.size === 0 ? path : `${path}?${given}`
}
