import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import { type Listed, lists } from '../../../platform/live/server/lists.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type InvitationDoc, type InvitationPolicyDoc, invitationsAll, invitationsMine, invitationsPolicy } from '../contract.ts'
import { INVITATION_FEED } from './service.ts'
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

/** @param mustAdminister @throws DdpError 401, 403 */
export function registerPublications(
  { live, database, log, config }: Platform,
  mustAdminister: (caller: { userId: string | null }) => Promise<unknown>,
): void {
  const report = (err: unknown): void => log.error({ err }, 'a list of invitations could not be read')
  const read = async (filter: ListFilter): Promise<Listed> => ({
    invitations: new Map((await listInvitations(database.db, filter)).map(row => [row.id, toDocument(row)])),
  })
  const invitations = lists(live, { name: 'list of invitations', mostIdle: 20, read, report })
  const administrators = new Set<Publishing>()

  live.publish(invitationsMine, async (publishing, { before = null, limit = 50 }) => [
    await invitations.use(publishing, { madeBy: signedIn(publishing), before, limit }),
  ])
  live.publish(invitationsAll, async (publishing, { before = null, limit = 50 }) => {
    administrators.add(publishing)
    publishing.onStop(() => void administrators.delete(publishing))
    await mustAdminister(publishing)
    return [await invitations.use(publishing, { madeBy: null, before, limit })]
  })

  live.feed.on(INVITATION_FEED, () => invitations.changed())
  live.feed.on('user', async ({ body }) => {
    const { userId } = body as { userId: string }
    invitations.changed()
    for (const reader of administrators) if (reader.userId === userId) await mustAdminister(reader).catch(error => reader.error(error))
  })

  const policy = new LiveSet()
  const document: InvitationPolicyDoc = { signUps: config.signUps, invitations: config.invitations }
  policy.put('invitationPolicy', 'site', { ...document })
  live.publish(invitationsPolicy, () => [policy])
}
