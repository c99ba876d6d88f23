import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { invitationsAdd, invitationsLink, invitationsLook, invitationsRevoke } from '../contract.ts'
import { registerPublications } from './publications.ts'
import { type Caller, InvitationsService } from './service.ts'
import { findInviter, listInvitations } from './store.ts'

/** Invitations to the site, and the rule that decides who may sign up where an invitation is required. */
export function startInvitations(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): void {
  const { config, settings, secrets, database, clock, log, live, address } = platform
  const key = (): Buffer => secrets.key('invitations')
  const invitations = new InvitationsService({ config, settings, database, clock, log, audit, key, address })

  const identify = async (call: { userId: string | null }): Promise<Caller> => {
    const userId = signedIn(call)
    return { userId, isAdmin: hasGlobalRole((await accounts.getUser(userId))?.roles, ['admin']) }
  }
  registerPublications(platform, accounts)

  live.method(invitationsAdd, async call => {
    const { link, entries } = await invitations.add(await identify(call), call.input)
    await call.committed(entries)
    return link
  })
  live.method(invitationsLink, call => invitations.link(signedIn(call), call.input.invitationId))
  live.method(invitationsRevoke, async call => {
    await call.committed(await invitations.revoke(await identify(call), call.input.invitationId))
    return {}
  })
  live.method(invitationsLook, call => invitations.preview(call.input.token))

  accounts.onSignUp(invitations)
  accounts.onDelete((tx, { userId }) => invitations.removeUser(tx, userId))
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
