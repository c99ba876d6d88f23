import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import { type InvitationLink, invitationIdUsed, invitationsAdd, invitingForbidden, signUpsClosed } from '#invitations/contract.ts'
import { DEFAULT_DAYS, DEFAULT_USES, PLAYER_PER_DAY, PLAYER_USES } from '#invitations/rules.ts'
import type { Db } from '#platform/db/database.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { mustBeInteger } from '#platform/text/field-rules.ts'
import { CHANGED, type InvitationsServices, identify, toLink } from '../invitations.ts'
import * as store from '../store.ts'
import { deriveToken, hashInvitation } from '../token.ts'

export const addInvitation = handle(invitationsAdd, async (call, services: InvitationsServices) => {
  const { settings, clock, audit, secrets } = services
  const { userId, isAdmin } = await identify(services, call)
  const { _id: id, uses = DEFAULT_USES, days = DEFAULT_DAYS, note = '' } = call.input
  const { signUps, invitations } = settings.current()
  if (!isAdmin && invitations === 'administrators') throw invitingForbidden()
  if (signUps === 'closed') throw signUpsClosed()
  if (!isAdmin && uses > PLAYER_USES) throw fieldError('uses', mustBeInteger(1, PLAYER_USES))
  const hashedToken = hashInvitation(deriveToken(secrets.key('invitations'), userId, id))
  let link: InvitationLink | null = null
  await call.commit(async tx => {
    if (!(await store.lockCreator(tx, userId))) throw signInFirst()
    const existing = await store.findInvitation(tx, id)
    if (existing !== null) {
      if (existing.madeBy !== userId || existing.uses !== uses || existing.days !== days || existing.note !== note) throw invitationIdUsed()
      link = toLink(services, existing, userId)
      return []
    }
    if (!isAdmin) await checkDayLimit(services, tx, userId)
    const createdAt = new Date(clock.now())
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
    const row = { id, hashedToken, madeBy: userId, note, uses, days, createdAt, expiresAt }
    if (!(await store.insertInvitation(tx, row))) throw invitationIdUsed()
    link = toLink(services, row, userId)
    const subject = { kind: 'invitation', id, label: 'Invitation' } as const
    const audited = isAdmin ? await audit.write(tx, { by: userId, action: 'invitations.add', subject, details: { uses, days } }) : []
    return [CHANGED, ...audited]
  })
  return link!
})

/** @throws DdpError too-many-requests */
async function checkDayLimit({ config, clock, log }: InvitationsServices, tx: Db, userId: string): Promise<void> {
  if (config.rateLimits === 'off') return
  const at = await store.findNthNewest(tx, userId, new Date(clock.now() - DAY_MS), PLAYER_PER_DAY)
  if (at === null) return
  const wait = at.getTime() + DAY_MS - clock.now()
  if (config.rateLimits === 'on') throw tooManyRequests(wait)
  log.warn({ wait }, 'the limit on invitations would have refused this')
}
