import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import { documentsById } from '../../../platform/live/server/live-query.ts'
import { type AccountsApi, userChanged } from '../../accounts/server/api.ts'
import { type AuditApi, type AuditRow, auditChanged } from '../../audit/server/api.ts'
import { isFlatList, parseRoles, rolesForUser } from '../../roles/rules.ts'
import { guardGlobalRole } from '../../roles/server/api.ts'
import { type AccountDoc, type AuditDoc, auditList, usersList } from '../contract.ts'
import { NOT_ADMINISTRATOR } from './require-admin.ts'
import { type AccountRow, listAccounts } from './store.ts'

const accountDocument = ({ username, displayName, roles, scores, joinedAt, invitedBy }: AccountRow): AccountDoc & Fields => ({
  username,
  displayName,
  roles: rolesForUser(parseRoles(roles)),
  ...(isFlatList(roles) ? { flat: true } : {}),
  scores,
  joinedAt,
  ...(invitedBy === null ? {} : { invitedBy }),
})

const toUserRef = (userId: string | null, username: string | null): AuditDoc['by'] =>
  userId === null ? null : { userId, username: username ?? '' }

const auditDocument = ({ at, by, byName, action, subject, about, aboutName, details }: AuditRow): Fields => ({
  at,
  by: toUserRef(by, byName),
  action,
  subject,
  about: toUserRef(about, aboutName),
  details: details as Fields,
})

/** Publications for administrators; they end when the subscriber loses that role. */
export function registerPublications({ live }: FeatureContext, accounts: AccountsApi, audit: AuditApi): void {
  live.query(usersList, {
    cache: { name: 'list of accounts', maxIdle: 20 },
    async params({ text = '', before = null, limit = 50 }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], NOT_ADMINISTRATOR)
      return { text, before, limit }
    },
    async load(tx, filter, { watchKeys }) {
      watchKeys('accounts')
      return { accounts: documentsById(await listAccounts(tx, filter), row => [row.id, accountDocument(row)]) }
    },
    reloadOn: [userChanged.touches(() => ['accounts'])],
  })

  live.query(auditList, {
    cache: { name: 'list of audit', maxIdle: 20 },
    async params({ action = null, userId = null, before = null, limit = 50 }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], NOT_ADMINISTRATOR)
      return { action, userId, before, limit }
    },
    async load(tx, filter, { watchKeys }) {
      watchKeys('audit')
      return { audit: documentsById(await audit.list(tx, filter), row => [row.id, auditDocument(row)]) }
    },
    reloadOn: [auditChanged.touches(() => ['audit']), userChanged.touches(() => ['audit'])],
  })
}
