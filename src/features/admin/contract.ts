import * as v from 'valibot'
import {
  blockedNameIdUsed,
  blockedNamesFull,
  emailTaken,
  nameBlockedBefore,
  noBlockedName,
  noUser,
  secondStepOff,
  userIdUsed,
} from '#accounts/contract/errors.ts'
import { nameLookalike, nameTaken } from '#accounts/contract/protocol-errors.ts'
import { BLOCKED_KINDS, type BlockedKind } from '#accounts/rules/blocked-names.ts'
import { AUDIT_ACTIONS, AUDIT_FORMATS, type AuditAction, type AuditSubject } from '#audit/contract.ts'
import { defineError, jobsNotDone } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { ADMINISTRATION } from '#platform/live/rates.ts'
import { booleanField, id, integer, strictObject, text, timestamp, uuidV7 } from '#platform/live/schemas.ts'
import { atMostItems, mustBeList, mustBeOneOf } from '#platform/text/field-rules.ts'

export const noFailedJob = defineError(404, 'no-failed-job', 'There is no such failed job.')
export const noCache = defineError(404, 'no-cache', 'There is no such cache.')
export const administratorNotSuspended = defineError(
  403,
  'administrator-not-suspended',
  'An administrator cannot be suspended. Remove that role first.',
)
export const ownSessions = defineError(409, 'own-sessions', 'End your own sessions on the page of your account.')

const forAdmins = { access: 'administrators', errors: [] } as const
const byAdmins = { access: 'administrators', rates: ADMINISTRATION } as const

/** Like `account.delete`, but for another user's account. */
export const usersDelete = defineMethod<Record<string, never>>()('users.delete', strictObject({ userId: id, eraseScores: booleanField }), {
  ...byAdmins,
  errors: [noUser],
})

/** Creates an account without a password and sends the enrollment e-mail. Idempotent on `_id`, which becomes the user's id. */
export const usersEnroll = defineMethod<{ userId: string }>()(
  'users.enroll',
  strictObject({
    _id: uuidV7,
    username: text(1, 40),
    email: text(3, 254),
    roles: v.optional(v.pipe(v.array(text(1, 100), mustBeList()), v.maxLength(20, atMostItems(20)))),
  }),
  {
    ...byAdmins,
    errors: [nameTaken, nameLookalike, userIdUsed, emailTaken],
  },
)

/**
 * Our addition: suspends a user, or changes a suspension. The user is signed out everywhere and cannot sign in. `until`: when it ends by
 * itself; left out: when an administrator lifts it. The user is shown the reason.
 */
export const usersSuspend = defineMethod<Record<string, never>>()(
  'users.suspend',
  strictObject({ userId: id, reason: text(1, 500), until: v.optional(timestamp) }),
  { ...byAdmins, errors: [administratorNotSuspended, noUser] },
)

/** Our addition: ends a suspension. Does nothing for a user who is not suspended. */
export const usersLiftSuspension = defineMethod<Record<string, never>>()('users.liftSuspension', strictObject({ userId: id }), {
  ...byAdmins,
  errors: [noUser],
})

/** Our addition: ends all sessions of a user. `sessions`: how many there were. */
export const usersSignOut = defineMethod<{ sessions: number }>()('users.signOut', strictObject({ userId: id }), {
  ...byAdmins,
  errors: [noUser, ownSessions],
})

/** Our addition: turns off the second step of a user who cannot pass it any more. A mail tells the user. */
export const usersResetSecondStep = defineMethod<Record<string, never>>()('users.resetSecondStep', strictObject({ userId: id }), {
  ...byAdmins,
  errors: [noUser, secondStepOff],
})

/** A document of `blockedNames`. */
export interface BlockedNameDoc {
  kind: BlockedKind
  /** a user name, a word, or a mail domain */
  name: string
  /** of a word: it is blocked inside of other words too */
  anywhere: boolean
  addedAt: Date
}

/** Our addition: the names, words and mail domains that nobody may choose. */
export const namesBlocked = definePublication('names.blocked', strictObject({}), ['blockedNames'], forAdmins)

/** Our addition: blocks a name. `anywhere` counts for words. Idempotent on `_id`. */
export const namesBlock = defineMethod<Record<string, never>>()(
  'names.block',
  strictObject({
    _id: uuidV7,
    kind: v.picklist(BLOCKED_KINDS, mustBeOneOf(BLOCKED_KINDS)),
    name: text(1, 253),
    anywhere: v.optional(booleanField),
  }),
  { ...byAdmins, errors: [nameBlockedBefore, blockedNameIdUsed, blockedNamesFull] },
)

export const namesUnblock = defineMethod<Record<string, never>>()('names.unblock', strictObject({ blockedId: id }), {
  ...byAdmins,
  errors: [noBlockedName],
})

/** How many users a blocked name matches, and ten of them at most. */
export interface BlockedNameMatch {
  blockedId: string
  users: number
  some: { userId: string; username: string }[]
}

/** Our addition: finds the users who have a blocked name or address. They keep it. */
export const namesMatches = defineMethod<BlockedNameMatch[]>()('names.matches', strictObject({}), { ...byAdmins, errors: [] })

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
  ...byAdmins,
  errors: [noUser],
})

/** The state of the server and of what it depends on, as the node sees it that answers. Contains no addresses and no secrets. */
export interface SystemStatus {
  /** of Skillshot */
  version: string
  /** of Node.js */
  node: string
  startedAt: Date
  database: { kind: 'embedded' | 'external'; answers: boolean }
  /** `lag`: changes that it lacks; null: there is no read replica */
  replica: { used: boolean; lag: number } | null
  /** null: not configured */
  redis: { answers: boolean } | null
  /** `freeBytes`: on the disk of the data folder; null if that is unknown */
  storage: { kind: 'disk' | 's3'; answers: boolean; freeBytes: number | null }
  /** `files`: no mail server is configured, so mails are files in the data folder */
  mail: 'smtp' | 'files'
  /** the last backup: of the administration, or of `npm run backup` with this data folder; null: none is recorded */
  backup: BackupRecord | null
  /** when that backup becomes too old: when the second scheduled one since is due, or after a week without a schedule; null: there is none */
  backupLateAt: Date | null
  /** a newer release than this one, if administrators are told of them and there is one */
  newerRelease: { version: string; url: string } | null
}

/** `bytes`: size of the file; null: the backup failed */
export interface BackupRecord {
  at: Date
  bytes: number | null
}

/** Counts for the dashboard. */
export interface SiteCounts {
  players: number
  /** accounts made in the last 7 days */
  newPlayers: number
  /** scores entered since midnight UTC, and in the last 7 days; among the newest 100,000 */
  scoresToday: number
  scoresThisWeek: number
  /** without retired ones */
  machines: number
  eventsLive: number
  groups: number
}

/** What moderators still have to look at: scores of the review queue, and open reports. */
export interface PendingModeration {
  scores: number
  reports: number
}

export interface SiteOverview {
  counts: SiteCounts
  pending: PendingModeration & { failedJobs: number }
  /** mails that are not sent yet, and those that could not be sent */
  mails: { queued: number; failed: number }
  status: SystemStatus
}

/** Our addition: what the dashboard of the administration shows. The state is that of the node that answers. */
export const siteOverview = defineMethod<SiteOverview>()('site.overview', strictObject({}), { ...byAdmins, errors: [] })

/** Our addition: the part of `site.overview` that concerns moderators. */
export const moderationOverview = defineMethod<PendingModeration>()('moderation.overview', strictObject({}), {
  access: 'moderators',
  rates: ADMINISTRATION,
  errors: [],
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
  /** `until`: null: until an administrator lifts it */
  suspended?: { reason: string; until: Date | null }
}

/** Our addition: the newest accounts first. `text`: part of a user name or display name. `before`: a user's id. */
export const usersList = definePublication(
  'users.list',
  strictObject({ text: v.optional(text(0, 100)), before: v.optional(id), limit: v.optional(integer(1, 100)) }),
  ['accounts'],
  { ...forAdmins, parts: partsOf('accounts', '-joinedAt') },
)

/** A document of `siteSetup`: what of a new site is done. There is only one; its `_id` is `site`. */
export interface SiteSetupDoc {
  /** number of machines in the catalogue */
  machines: number
  /** number of events, cancelled ones included */
  events: number
  /** number of accounts that someone can log in to */
  accounts: number
  /** true if mails are sent; otherwise they are files in the server's data folder */
  sendsMail: boolean
  /**
   * who can open the site: `network`: every device in the network, at `addresses`; `computer`: only its own computer, until it listens at
   * them too; null: it has an address of its own (ROOT_URL)
   */
  reach: { by: 'computer' | 'network'; addresses: string[] } | null
}

/** Our addition: what a new site still needs. */
export const adminSetup = definePublication('admin.setup', strictObject({}), ['siteSetup'], forAdmins)

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
export const cacheStats = defineMethod<CacheRow[]>()('cache.stats', strictObject({}), { ...byAdmins, errors: [] })

/** Clears the entries that are not in use: of one cache, or without `name` of all. `cleared`: number of entries. */
export const cacheClear = defineMethod<{ cleared: number }>()('cache.clear', strictObject({ name: v.optional(text(1, 60)) }), {
  ...byAdmins,
  errors: [noCache],
})

/**
 * A document of `failedJobs`: work in the background, such as sending a mail, that failed and is not tried again by itself. It contains
 * nothing of what was to be sent.
 */
export interface FailedJobDoc {
  /** `mail`, `picture`, `push`, `round-webhook`, `supporter-check`, `supporter-revoke`; later versions may have others */
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

const ofFailedJob = { ...byAdmins, errors: [noFailedJob] }

/** Makes a failed job due again at once, with all its tries. */
export const jobsRetry = defineMethod<Record<string, never>>()('jobs.retry', strictObject({ jobId: id }), {
  ...ofFailedJob,
  errors: [...ofFailedJob.errors, jobsNotDone],
})

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
    action: v.optional(v.picklist(AUDIT_ACTIONS, mustBeOneOf(AUDIT_ACTIONS))),
    userId: v.optional(id),
    before: v.optional(id),
    limit: v.optional(integer(1, 100)),
  }),
  ['audit'],
  { ...forAdmins, parts: partsOf('audit', '-_id') },
)

/** Our addition: makes a link for downloading the entries that the filters match. It works once, for two minutes. `url`: a path of this site. */
export const auditExport = defineMethod<{ url: string; expiresAt: Date }>()(
  'audit.export',
  strictObject({
    format: v.picklist(AUDIT_FORMATS, mustBeOneOf(AUDIT_FORMATS)),
    action: v.optional(v.picklist(AUDIT_ACTIONS, mustBeOneOf(AUDIT_ACTIONS))),
    userId: v.optional(id),
  }),
  { ...byAdmins, errors: [] },
)
