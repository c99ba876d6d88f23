import * as v from 'valibot'
import { defineMethod, definePublication } from '../../platform/live/contract.ts'
import { booleanField, id, integer, strictObject, text, uuidV7 } from '../../platform/live/schemas.ts'
import { AUDIT_ACTIONS, type AuditAction, type AuditSubject } from '../audit/contract.ts'

const forAdmins = { access: 'administrators' } as const

/** Like `account.delete`, but for another user's account. */
export const usersDelete = defineMethod<Record<string, never>>()('users.delete', strictObject({ userId: id, eraseScores: booleanField }), {
  ...forAdmins,
  404: 'no such user',
})

/** Creates an account without a password and sends the enrolment e-mail. Idempotent on `_id`, which becomes the user's id. */
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

/** Counts of what a user has on the site. */
export interface UserDataCounts {
  scores: number
  comments: number
  /** pictures that are shown */
  pictures: number
  /** memberships */
  groups: number
  /** memberships in groups without another member: these groups are deleted with the user */
  groupsAlone: number
  /** upcoming and running events that the user directs */
  events: number
}

/** Our addition: counts what the deletion of a user affects. */
export const usersBelongings = defineMethod<UserDataCounts>()('users.belongings', strictObject({ userId: id }), {
  ...forAdmins,
  404: 'no such user',
})

/** A document of `accounts`; its `_id` is the user's. */
export interface AccountDoc {
  username: string
  displayName: string
  /** global roles, or those of the flat list */
  roles: string[]
  /** true if the roles are a flat list (mission §3) */
  flat?: true
  /** as of the last change to anything else about the user */
  scores: number
  joinedAt: Date
  /** the user whose invitation the account was created with */
  invitedBy?: { userId: string; username: string }
}

/** Our addition: the newest accounts first. `text`: part of a user name or display name. `before`: a user's id. */
export const usersList = definePublication(
  'users.list',
  strictObject({ text: v.optional(text(0, 100)), before: v.optional(id), limit: v.optional(integer(1, 100)) }),
  ['accounts'],
  forAdmins,
)

export interface CacheRow {
  name: string
  entries: number
  /** memory held; an estimate if the exact size is not known */
  bytes: number
  /** since the start of the process */
  hits: number
  misses: number
}

/** Sorted by name. */
export const cacheStats = defineMethod<CacheRow[]>()('cache.stats', strictObject({}), forAdmins)

/** Clears the entries that are not in use: of one cache, or without `name` of all. `cleared`: number of entries. */
export const cacheClear = defineMethod<{ cleared: number }>()('cache.clear', strictObject({ name: v.optional(text(1, 60)) }), {
  ...forAdmins,
  404: 'no such cache',
})

/**
 * A document of `failedJobs`: work in the background, such as sending a mail, that failed and is not tried again by itself. It contains
 * nothing of what was to be sent.
 */
export interface FailedJobDoc {
  /** `mail`, `picture`, `push`, `supporter-check`, `supporter-revoke`; later versions may have others */
  kind: string
  createdAt: Date
  failedAt: Date
  tries: number
  /** the last error, without addresses, quoted text and keys */
  error: string
  /** set if an administrator discarded it; it is deleted a day later */
  discardedAt?: Date
}

/** Our addition: the hundred jobs that failed last. */
export const jobsFailed = definePublication('jobs.failed', strictObject({}), ['failedJobs'], forAdmins)

const ofFailedJob = { ...forAdmins, 404: 'no such failed job' }

/** Makes a failed job due again at once, with all its tries. */
export const jobsRetry = defineMethod<Record<string, never>>()('jobs.retry', strictObject({ jobId: id }), ofFailedJob)

/** Discards a failed job. For a day, `jobs.restore` takes that back; then the job is deleted. */
export const jobsDiscard = defineMethod<Record<string, never>>()('jobs.discard', strictObject({ jobId: id }), ofFailedJob)

export const jobsRestore = defineMethod<Record<string, never>>()('jobs.restore', strictObject({ jobId: id }), ofFailedJob)

/** `username` is empty if the user has been deleted. */
type Named = { userId: string; username: string }

/** A document of `audit`: what a user did by a role of the site. */
export interface AuditDoc {
  at: Date
  /** null: the operator of the server, by the command line */
  by: Named | null
  action: AuditAction
  /** `label`: text for display; null for a user, who is in `about` */
  subject: { kind: AuditSubject; id: string; label: string | null }
  /** the user whom it concerns */
  about: Named | null
  /** what changed; its fields depend on the action */
  details: { [key: string]: unknown }
}

/** Our addition: the newest entries first. `userId`: the user who did it, or whom it concerns. `before`: an entry's id. */
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
