import { DAY_MS } from '#accounts/rules.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Config } from '#platform/config/config.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { fieldError } from '#platform/live/contract.ts'
import type { Log } from '#platform/log/log.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'
import { mustBeInteger } from '#platform/text/field-rules.ts'
import {
  type InvitationLink,
  invitationGone,
  invitationIdUsed,
  invitationLinkLost,
  invitationSpent,
  invitingForbidden,
  noInvitation,
  SIGN_UPS_FORBIDDEN,
  signUpsClosed,
} from '../contract.ts'
import { DEFAULT_DAYS, DEFAULT_USES, invitationPath, invitationState, PLAYER_PER_DAY, PLAYER_USES } from '../rules.ts'
import * as store from './store.ts'
import { deriveToken, hashInvitation } from './token.ts'

/** An invitation has changed. */
export const invitationsChanged = defineChange<Record<string, never>>('invitation')
const CHANGED: NewChange = invitationsChanged.of({})

export interface InvitationsOptions {
  config: Pick<Config, 'rateLimits'>
  settings: SiteSettings
  database: Database
  clock: Clock
  log: Log
  audit: AuditApi
  /** the key that tokens are derived from, 32 bytes */
  key: () => Buffer
  /** public address of the site, without a trailing slash */
  address: () => string
}

/** The user who makes a call. */
export interface Caller {
  userId: string
  isAdmin: boolean
}

export interface NewInvitation {
  _id: string
  uses?: number | undefined
  days?: number | undefined
  note?: string | undefined
}

/** The same error for a missing invitation and for one that is not valid, whatever the reason. */
const forbidden = (): DdpError => new DdpError(403, SIGN_UPS_FORBIDDEN, 'A new account needs an invitation that is still valid.')

/** Invitations to the site. Methods return change-log entries that are already committed; the caller publishes them. */
export class InvitationsService {
  readonly #options: InvitationsOptions

  constructor(options: InvitationsOptions) {
    this.#options = options
  }

  /** @throws DdpError 400, 403, 409, too-many-requests as `invitations.add` lists them */
  async add(
    { userId, isAdmin }: Caller,
    { _id: id, uses = DEFAULT_USES, days = DEFAULT_DAYS, note = '' }: NewInvitation,
  ): Promise<{ link: InvitationLink; entries: ChangeLogEntry[] }> {
    const { settings, database, audit } = this.#options
    const { signUps, invitations } = settings.current()
    if (!isAdmin && invitations === 'administrators') throw invitingForbidden()
    if (signUps === 'closed') throw signUpsClosed()
    if (!isAdmin && uses > PLAYER_USES) throw fieldError('uses', mustBeInteger(1, PLAYER_USES))
    const token = deriveToken(this.#options.key(), userId, id)
    return database.transaction(async tx => {
      if (!(await store.lockCreator(tx, userId))) throw signInFirst()
      const existing = await store.findInvitation(tx, id)
      if (existing !== null) {
        if (existing.madeBy !== userId || existing.uses !== uses || existing.days !== days || existing.note !== note)
          throw invitationIdUsed()
        return { link: this.#link(existing, token), entries: [] }
      }
      if (!isAdmin) await this.#checkDayLimit(tx, userId)
      const now = this.#now()
      const expiresAt = new Date(now.getTime() + days * DAY_MS)
      const row = { id, hashedToken: hashInvitation(token), madeBy: userId, note, uses, days, createdAt: now, expiresAt }
      if (!(await store.insertInvitation(tx, row))) throw invitationIdUsed()
      const subject = { kind: 'invitation', id, label: 'Invitation' } as const
      const audited = isAdmin ? await audit.write(tx, { by: userId, action: 'invitations.add', subject, details: { uses, days } }) : []
      return { link: this.#link(row, token), entries: await appendChanges(tx, [CHANGED, ...audited]) }
    })
  }

  /** @throws DdpError 404, 409 */
  async link(userId: string, invitationId: string): Promise<InvitationLink> {
    const row = await store.findInvitation(this.#options.database.db, invitationId)
    if (row === null || row.madeBy !== userId) throw noInvitation()
    const state = invitationState(row, this.#options.clock.now())
    if (state !== 'valid') throw invitationSpent()
    return this.#link(row, deriveToken(this.#options.key(), userId, invitationId))
  }

  /** @throws DdpError 404 */
  async revoke({ userId, isAdmin }: Caller, invitationId: string): Promise<ChangeLogEntry[]> {
    const { database, audit } = this.#options
    return database.transaction(async tx => {
      const row = await store.findInvitation(tx, invitationId)
      if (row === null || !(isAdmin || row.madeBy === userId)) throw noInvitation()
      if (!(await store.revoke(tx, invitationId, this.#now()))) return []
      const subject = { kind: 'invitation', id: invitationId, label: 'Invitation' } as const
      const audited = isAdmin ? await audit.write(tx, { by: userId, action: 'invitations.revoke', subject, about: row.madeBy }) : []
      return appendChanges(tx, [CHANGED, ...audited])
    })
  }

  /** @throws DdpError 404 */
  async preview(token: string): Promise<{ by: { username: string; displayName: string }; expiresAt: Date }> {
    const found = await store.findValid(this.#options.database.db, hashInvitation(token), this.#now())
    if (found === null || this.#options.settings.current().signUps === 'closed') throw invitationGone()
    const { username, displayName, expiresAt } = found
    return { by: { username, displayName }, expiresAt }
  }

  /** Called before anything else of a sign-up is checked. @throws DdpError 403 */
  async check(invitation: string | null): Promise<void> {
    const { settings, database } = this.#options
    if (settings.current().signUps !== 'invite') return
    if (invitation === null) throw forbidden()
    if ((await store.findValid(database.db, hashInvitation(invitation), this.#now())) === null) throw forbidden()
  }

  /** Takes one use for a new user, in the transaction that creates the account. @returns the changes to write. @throws DdpError 403 */
  async redeem(tx: Db, userId: string, invitation: string | null): Promise<NewChange[]> {
    const accepted = invitation !== null && (await store.takeUse(tx, hashInvitation(invitation), userId, this.#now()))
    if (!accepted && this.#options.settings.current().signUps === 'invite') throw forbidden()
    return accepted ? [CHANGED] : []
  }

  /** Removes what names a deleted user. @returns the changes to write */
  async removeUser(tx: Db, userId: string): Promise<NewChange[]> {
    return (await store.removeUserFromInvitations(tx, userId, this.#now())) ? [CHANGED] : []
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }

  /** @throws DdpError 409 */
  #link({ hashedToken, expiresAt }: Pick<store.InvitationRow, 'hashedToken' | 'expiresAt'>, token: string): InvitationLink {
    if (hashInvitation(token) !== hashedToken) throw invitationLinkLost()
    return { token, url: this.#options.address() + invitationPath(token), expiresAt }
  }

  /** @throws DdpError too-many-requests */
  async #checkDayLimit(tx: Db, userId: string): Promise<void> {
    const { config, clock, log } = this.#options
    if (config.rateLimits === 'off') return
    const at = await store.findNthNewest(tx, userId, new Date(clock.now() - DAY_MS), PLAYER_PER_DAY)
    if (at === null) return
    const wait = at.getTime() + DAY_MS - clock.now()
    if (config.rateLimits === 'on') throw tooManyRequests(wait)
    log.warn({ wait }, 'the limit on invitations would have refused this')
  }
}
