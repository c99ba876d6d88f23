import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { PART_ROWS } from '#platform/live/contract.ts'
import type { DocumentsByCollection } from '#platform/live/server/documents.ts'
import { documentsById, type LoadContext } from '#platform/live/server/live-query.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import { type InvitationDoc, type InvitationPolicyDoc, invitationsAll, invitationsMine, invitationsPolicy } from '../contract.ts'
import { invitationsChanged } from './invitations.ts'
import { type ListedInvitation, type ListFilter, listInvitations } from './store.ts'

const toDocument = (row: ListedInvitation): Fields => {
  const document: InvitationDoc = {
    note: row.note,
    uses: row.uses,
    used: row.used,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    ...(row.revokedAt === null ? {} : { revokedAt: row.revokedAt }),
    by: row.madeBy === null ? null : { userId: row.madeBy, username: row.makerName ?? '' },
    joined: row.joined.map(user => ({ ...user, at: new Date(user.at) })),
  }
  return document as unknown as Fields
}

export function registerPublications({ live, settings }: FeatureContext, accounts: AccountsApi): void {
  const list = {
    cache: { name: 'list of invitations', maxIdle: 20 },
    load: async (tx: Db, filter: ListFilter, { watchKeys }: LoadContext): Promise<DocumentsByCollection> => {
      watchKeys('invitations')
      return { invitations: documentsById(await listInvitations(tx, filter), row => [row.id, toDocument(row)]) }
    },
    reloadOn: [
      invitationsChanged.touches(() => ['invitations']),
      userChanged.touches(({ card }) => (card === undefined ? [] : ['invitations'])),
    ],
  }
  live.query(invitationsMine, {
    ...list,
    params: ({ before = null, limit = PART_ROWS }, publishing) => ({ madeBy: signedIn(publishing), before, limit }),
  })
  live.query(invitationsAll, {
    ...list,
    async params({ before = null, limit = PART_ROWS }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return { madeBy: null, before, limit }
    },
  })

  const policy = live.documents()
  const putPolicy = (): void => {
    const { signUps, invitations } = settings.current()
    const document: InvitationPolicyDoc = { signUps, invitations }
    policy.put('invitationPolicy', 'site', { ...document })
  }
  putPolicy()
  settings.onChange(putPolicy)
  live.publishDocuments(invitationsPolicy, () => policy)
}
