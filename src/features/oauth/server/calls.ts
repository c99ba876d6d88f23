import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { SiteSecrets } from '#platform/settings/site-secrets.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import type { RequireAdmin } from '#roles/server/shared/require-admin.ts'
import {
  applicationIdUsed,
  MAX_APPLICATIONS,
  mustBeRedirectAddress,
  noApplication,
  oauthAdd,
  oauthAll,
  oauthAllow,
  oauthMine,
  oauthRecall,
  oauthRemove,
  oauthRevoke,
  requestGone,
  tooManyApplications,
} from '../contract.ts'
import { hostOf } from '../rules/redirect-address.ts'
import { mayChange, readScopes } from '../rules/scopes.ts'
import { type AskingRequest, mayGoOnUnasked } from '../rules/unasked.ts'
import {
  countApplications,
  findApplication,
  findMadeApplication,
  insertApplication,
  listApplications,
  markRemoved,
} from './application-store.ts'
import { grantsEnded } from './changes.ts'
import { deleteGrants, listAllowed, wasAllowed } from './grant-store.ts'
import { findRecord } from './record-store.ts'
import { deriveClientSecret, hashClientSecret, hashId } from './secrets.ts'
import { OAUTH_SECRET } from './signing-key.ts'
import { issueTicket } from './tickets.ts'

export interface OauthServices {
  accounts: AccountsApi
  audit: AuditApi
  database: Database
  clock: Pick<Clock, 'now'>
  secrets: SiteSecrets
  box: SecretBox
  requireAdmin: RequireAdmin
}

export const addApplication = handle(oauthAdd, async (call, { accounts, audit, secrets, requireAdmin }: OauthServices) => {
  const userId = await requireAdmin(call)
  await accounts.requireFreshSignIn(call)
  const { _id: id, name, redirectUris, isConfidential } = call.input
  // The form of an address is right, but it may name a port or a number that there is not.
  const wrong = redirectUris.findIndex(address => !URL.canParse(address))
  if (wrong >= 0) throw fieldError(`redirectUris.${wrong}`, mustBeRedirectAddress())
  const secret = isConfidential ? deriveClientSecret(secrets.key(OAUTH_SECRET), userId, id) : null
  const fingerprint = fingerprintValues(name, redirectUris, isConfidential)
  await call.commit(async tx => {
    const count = await countApplications(tx)
    const made = await findMadeApplication(tx, id)
    if (made !== null && (made.madeBy !== userId || made.fingerprint !== fingerprint)) throw applicationIdUsed()
    if (made !== null) return []
    if (count >= MAX_APPLICATIONS) throw tooManyApplications({ n: count })
    const hashedSecret = secret === null ? null : hashClientSecret(secret)
    await insertApplication(tx, { id, name, redirectUris, hashedSecret, fingerprint, madeBy: userId })
    return audit.write(tx, { by: userId, action: 'oauth.add', subject: { kind: 'application', id, label: name } })
  })
  return { secret }
})

export const listAllApplications = handle(oauthAll, async (call, { database, requireAdmin }: OauthServices) => {
  await requireAdmin(call)
  return listApplications(database.db)
})

export const removeApplication = handle(oauthRemove, async (call, { audit, requireAdmin }: OauthServices) => {
  const userId = await requireAdmin(call)
  const { applicationId: id } = call.input
  await call.commit(async tx => {
    const name = await markRemoved(tx, id)
    if (name === null) throw noApplication()
    await deleteGrants(tx, { applicationId: id })
    const written = await audit.write(tx, { by: userId, action: 'oauth.remove', subject: { kind: 'application', id, label: name } })
    return [grantsEnded.of({}), ...written]
  })
  return {}
})

export const listOwnApplications = handle(oauthMine, async (call, { database }: OauthServices) => listAllowed(database.db, signedIn(call)))

export const revokeApplication = handle(oauthRevoke, async (call, _: OauthServices) => {
  const userId = signedIn(call)
  await call.commit(async tx => {
    if ((await deleteGrants(tx, { userId, applicationId: call.input.applicationId })) === 0) throw noApplication()
    return [grantsEnded.of({})]
  })
  return {}
})

export const allowRequest = handle(oauthAllow, async (call, { accounts, database, clock, box }: OauthServices) => {
  const userId = signedIn(call)
  const { requestId } = call.input
  const { params } = await findRequest(database.db, requestId)
  if (mayChange(readScopes(params.scope ?? ''))) await accounts.requireFreshSignIn(call)
  return { ticket: issueTicket(box, requestId, { userId, isRecalled: false }, clock.now()) }
})

export const recallRequest = handle(oauthRecall, async (call, { database: { db }, clock, box }: OauthServices) => {
  const userId = signedIn(call)
  const { requestId } = call.input
  const request = await findRequest(db, requestId)
  const { client_id: applicationId = '', redirect_uri: back = '', scope = '' } = request.params
  const application = await findApplication(db, applicationId)
  const isAllowed =
    application !== null &&
    mayGoOnUnasked(request, application) &&
    (await wasAllowed(db, { applicationId, userId, host: hostOf(back), scopes: readScopes(scope) }))
  return { ticket: isAllowed ? issueTicket(box, requestId, { userId, isRecalled: true }, clock.now()) : null }
})

/** @throws DdpError `request-gone`: there is no such request, or it has ended */
async function findRequest(db: Db, requestId: string): Promise<AskingRequest> {
  const found = await findRecord(db, hashId('Interaction', requestId))
  if (found === null) throw requestGone()
  return found.payload as unknown as AskingRequest
}
