import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { addInvitation } from './calls/add.ts'
import { link } from './calls/link.ts'
import { lookAtInvitation } from './calls/look.ts'
import { revokeInvitation } from './calls/revoke.ts'
import { CHANGED } from './invitations.ts'
import { registerPublications } from './publications.ts'
import { signUpRule } from './sign-up-rule.ts'
import { findInviter, listInvitations, removeUserFromInvitations } from './store.ts'

/** Invitations to the site, and the rule that decides who may sign up where an invitation is required. */
export function startInvitations(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): void {
  const { database, clock, live } = platform
  registerPublications(platform, accounts)
  registerCalls(live, [addInvitation, link, revokeInvitation, lookAtInvitation], { ...platform, accounts, audit })
  accounts.onSignUp(signUpRule(platform))
  accounts.onDelete(async (tx, { userId }) => ((await removeUserFromInvitations(tx, userId, new Date(clock.now()))) ? [CHANGED] : []))
  accounts.onExport(async userId => {
    const made = await listInvitations(database.db, { madeBy: userId, before: null, limit: 10_000 })
    return {
      'invitations.json': {
        invitedBy: await findInviter(database.db, userId),
        made: made.map(({ id, note, uses, used, createdAt, expiresAt, revokedAt, joined }) => ({
          id,
          note,
          uses,
          used,
          createdAt,
          expiresAt,
          revokedAt,
          joined: joined.map(({ username, at }) => ({ username, at })),
        })),
      },
    }
  })
}
