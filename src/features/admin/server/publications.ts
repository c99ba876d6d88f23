import { blockedNamesChanged, userChanged } from '#accounts/server/changes.ts'
import { type AuditRow, auditChanged } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { eventChanged } from '#events/server/changes.ts'
import { machinesChanged } from '#machines/server/changes.ts'
import type { FailedJob } from '#platform/jobs/job-store.ts'
import { failedJobsChanged } from '#platform/jobs/job-worker.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { isFlatList, parseRoles, rolesForUser } from '#roles/rules.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import {
  type AccountDoc,
  type AuditDoc,
  adminSetup,
  auditList,
  type BlockedNameDoc,
  type FailedJobDoc,
  jobsFailed,
  namesBlocked,
  type SiteSetupDoc,
  usersList,
} from '../contract.ts'
import type { AdminServices } from './services.ts'
import { type AccountRow, countSetUp, listAccounts } from './store.ts'

const accountDocument = (
  { username, displayName, roles, scores, joinedAt, invitedBy, suspendedSince, suspendedUntil, suspensionReason }: AccountRow,
  now: number,
): AccountDoc & Fields => ({
  username,
  displayName,
  roles: rolesForUser(parseRoles(roles)),
  ...(isFlatList(roles) ? { flat: true } : {}),
  scores,
  joinedAt,
  ...(invitedBy === null ? {} : { invitedBy }),
  ...(suspendedSince === null || (suspendedUntil !== null && suspendedUntil.getTime() <= now)
    ? {}
    : { suspended: { reason: suspensionReason ?? '', until: suspendedUntil } }),
})

const toUserRef = (userId: string | null, username: string | null): AuditDoc['by'] =>
  userId === null ? null : { userId, username: username ?? '' }

export const auditDocument = ({ at, by, byName, action, subject, about, aboutName, details }: AuditRow): Fields => ({
  at,
  by: toUserRef(by, byName),
  action,
  subject,
  about: toUserRef(about, aboutName),
  details: details as Fields,
})

const jobDocument = ({ kind, createdAt, failedAt, tries, error, discardedAt }: FailedJob): FailedJobDoc & Fields => ({
  kind,
  createdAt,
  failedAt,
  tries,
  error,
  ...(discardedAt === null ? {} : { discardedAt }),
})

/** Publications for administrators; they end when the subscriber loses that role. */
export function registerPublications({ live, settings, clock, reach, jobs, accounts, audit }: AdminServices): void {
  live.query(usersList, {
    cache: { name: 'list of accounts', maxIdle: 20 },
    async params({ text = '', before = null, limit = PART_ROWS }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return { text, before, limit }
    },
    async load(tx, filter, { watchKeys }) {
      watchKeys('accounts')
      return { accounts: documentsById(await listAccounts(tx, filter), row => [row.id, accountDocument(row, clock.now())]) }
    },
    reloadOn: [userChanged.touches(() => ['accounts'])],
  })

  live.query(adminSetup, {
    cache: { name: 'site setup', maxIdle: 1 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(tx, _, { watchKeys }) {
      watchKeys('setup')
      const by = reach()
      const document: SiteSetupDoc & Fields = {
        ...(await countSetUp(tx)),
        sendsMail: settings.current().mailUrl !== null,
        reach: by === null ? null : { by: by.isNetwork ? 'network' : 'computer', addresses: by.addresses },
      }
      return { siteSetup: [['site', document]] }
    },
    reloadOn: [
      machinesChanged.touches(() => ['setup']),
      eventChanged.touches(() => ['setup']),
      userChanged.touches(() => ['setup']),
      settingsChanged.touches(() => ['setup']),
    ],
  })

  live.query(auditList, {
    cache: { name: 'list of audit', maxIdle: 20 },
    async params({ action = null, userId = null, before = null, limit = PART_ROWS }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return { action, userId, before, limit }
    },
    async load(tx, filter, { watchKeys }) {
      watchKeys('audit')
      return { audit: documentsById(await audit.list(tx, filter), row => [row.id, auditDocument(row)]) }
    },
    reloadOn: [auditChanged.touches(() => ['audit']), userChanged.touches(() => ['audit'])],
  })

  live.query(jobsFailed, {
    // Jobs also vanish from the list without a change of it: with the account that they are about, or when they are added again.
    cache: { name: 'list of failed jobs', maxIdle: 0 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(tx, _, { watchKeys }) {
      watchKeys('failed')
      return { failedJobs: documentsById(await jobs.listFailed(tx), job => [job.id, jobDocument(job)]) }
    },
    reloadOn: [failedJobsChanged.touches(() => ['failed'])],
  })

  live.query(namesBlocked, {
    cache: { name: 'list of blocked names', maxIdle: 1 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(tx, _, { watchKeys }) {
      watchKeys('blocked')
      const toDocument = (entry: BlockedNameDoc): BlockedNameDoc & Fields => ({
        kind: entry.kind,
        name: entry.name,
        anywhere: entry.anywhere,
        addedAt: entry.addedAt,
      })
      return { blockedNames: documentsById(await accounts.blockedNames.list(tx), entry => [entry.id, toDocument(entry)]) }
    },
    reloadOn: [blockedNamesChanged.touches(() => ['blocked'])],
  })
}
