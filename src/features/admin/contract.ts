import * as v from 'valibot'
import { booleanField, defineMethod, definePublication, id, integer, strictObject, text, uuidV7 } from '../../platform/live/contract.ts'
import { AUDIT_ACTIONS, type AuditAction, type AuditSubject } from '../audit/contract.ts'

const forAdmins = { access: 'administrators' } as const

/** The same as `account.delete`, of somebody else's account. */
export const usersDelete = defineMethod<Record<string, never>>()('users.delete', strictObject({ userId: id, eraseScores: booleanField }), {
  ...forAdmins,
  404: 'no such user',
})

/** Makes an account without a password and sends the enrolment e-mail. Idempotent on `_id`, which becomes the user's id. */
export const usersEnroll = defineMethod<{ userId: string }>()(
  'users.enroll',
  strictObject({
    _id: uuidV7,
    username: text(1, 40),
    email: text(3, 254),
    roles: v.optional(v.pipe(v.array(text(1, 100), 'must be a list'), v.maxLength(20, 'must hold at most 20'))),
  }),
  {
    ...forAdmins,
    403: 'not an admin; the user name is taken',
    409: 'the id was used for another user; the address has an account',
  },
)

/** What a user has on the site, as counts. */
export interface Belongings {
  scores: number
  comments: number
  /** that are shown */
  pictures: number
  /** memberships */
  groups: number
  /** of those, groups without another member: they go with the user */
  groupsAlone: number
  /** that are to come or under way and have no other director */
  events: number
}

/** Our addition: what goes when the user is deleted. */
export const usersBelongings = defineMethod<Belongings>()('users.belongings', strictObject({ userId: id }), {
  ...forAdmins,
  404: 'no such user',
})

/** A document of `accounts`; its `_id` is the user's. */
export interface AccountDoc {
  username: string
  displayName: string
  /** global ones, or those of the flat list */
  roles: string[]
  /** whether they are a flat list (mission §3) */
  flat?: true
  /** as of the last time that anything else about the user changed */
  scores: number
  joinedAt: Date
  /** whose invitation the account was made with */
  invitedBy?: { userId: string; username: string }
}

/** Our addition: newest first. `text`: part of a user name or a shown name. `before`: a user's id. */
export const usersList = definePublication(
  'users.list',
  strictObject({ text: v.optional(text(0, 100)), before: v.optional(id), limit: v.optional(integer(1, 100)) }),
  ['accounts'],
  forAdmins,
)

export interface CacheRow {
  name: string
  entries: number
  /** held in memory; an estimate where it is not known */
  bytes: number
  /** since the start */
  hits: number
  misses: number
}

/** In the order of the names. */
export const cacheStats = defineMethod<CacheRow[]>()('cache.stats', strictObject({}), forAdmins)

/** Lets go of what nobody is using. Without `name`: of all caches. `cleared`: entries. */
export const cacheClear = defineMethod<{ cleared: number }>()('cache.clear', strictObject({ name: v.optional(text(1, 60)) }), {
  ...forAdmins,
  404: 'no such cache',
})

/** An empty `username`: the user is gone. */
type Named = { userId: string; username: string }

/** A document of `audit`: what somebody did by a role of the site. */
export interface AuditDoc {
  at: Date
  /** null: whoever runs the server, by the command line */
  by: Named | null
  action: AuditAction
  /** `label`: for a person; null: a user, see `about` */
  subject: { kind: AuditSubject; id: string; label: string | null }
  /** whom it is about */
  about: Named | null
  /** what changed, by the action */
  details: { [key: string]: unknown }
}

/** Our addition: newest first. `userId`: who did it, or whom it is about. `before`: an entry's id. */
export const auditList = definePublication(
  'audit.list',
  strictObject({
    action: v.optional(v.picklist(AUDIT_ACTIONS, `must be one of ${AUDIT_ACTIONS.join(', ')}`)),
    userId: v.optional(id),
    before: v.optional(id),
    limit: v.optional(integer(1, 100)),
  }),
  ['audit'],
  forAdmins,
)
