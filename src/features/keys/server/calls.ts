import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { SiteSecrets } from '#platform/settings/site-secrets.ts'
import { malformed } from '#platform/text/field-rules.ts'
import type { RequireAdmin } from '#roles/server/shared/require-admin.ts'
import { KEYS_PER_PAGE, keyIdUsed, keysAdd, keysAll, keysMine, keysRevoke, MAX_KEYS, noKey, tooManyKeys } from '../contract.ts'
import { keyRevoked } from './changes.ts'
import * as store from './key-store.ts'
import { beginningOf, deriveSecret, hashKeySecret } from './keys.ts'

export interface KeysServices {
  accounts: AccountsApi
  audit: AuditApi
  database: Database
  clock: Pick<Clock, 'now'>
  secrets: SiteSecrets
  requireAdmin: RequireAdmin
  /** true if the user is an administrator */
  isAdmin(userId: string): Promise<boolean>
}

export const addKey = handle(keysAdd, async (call, { accounts, clock, secrets }: KeysServices) => {
  const userId = signedIn(call)
  await accounts.requireFreshSignIn(call)
  const { _id: id, name, scopes, expiresAt = null, eventId = null, venueId = null } = call.input
  if (expiresAt !== null && expiresAt.getTime() <= clock.now()) throw fieldError('expiresAt', malformed('must be in the future'))
  const secret = deriveSecret(secrets.key('keys'), userId, id)
  const fingerprint = fingerprintValues(name, scopes, expiresAt, eventId, venueId)
  await call.commit(async tx => {
    await accounts.lock(tx, userId)
    const made = await store.findMade(tx, id)
    if (made !== null && (made.userId !== userId || made.fingerprint !== fingerprint || made.hashedSecret !== hashKeySecret(secret)))
      throw keyIdUsed()
    if (made !== null) return []
    const count = await store.countKeys(tx, userId)
    if (count >= MAX_KEYS) throw tooManyKeys({ n: count })
    const key = {
      ...{ id, userId, name, scopes, eventId, venueId, expiresAt, fingerprint },
      hashedSecret: hashKeySecret(secret),
      begins: beginningOf(secret),
    }
    if (!(await store.insertKey(tx, key))) throw keyIdUsed()
    return []
  })
  return { secret }
})

export const listOwnKeys = handle(keysMine, async (call, { database }: KeysServices) =>
  store.listApiKeys(database.db, { userId: signedIn(call), limit: MAX_KEYS }),
)

export const listAllKeys = handle(keysAll, async (call, { database, requireAdmin }: KeysServices) => {
  await requireAdmin(call)
  return store.listApiKeys(database.db, { userId: null, before: call.input.before ?? null, limit: KEYS_PER_PAGE })
})

export const revokeKey = handle(keysRevoke, async (call, { isAdmin, audit }: KeysServices) => {
  const userId = signedIn(call)
  const { keyId } = call.input
  const isOfAll = await isAdmin(userId)
  await call.commit(async tx => {
    const revoked = await store.markRevoked(tx, keyId, isOfAll ? null : userId)
    if (revoked === null) throw noKey()
    const { hashedSecret, userId: ownerId, name } = revoked
    const entry = { by: userId, action: 'keys.revoke', subject: { kind: 'key', id: keyId, label: name }, about: ownerId } as const
    return [keyRevoked.of({ keyId, hashedSecret }), ...(ownerId === userId ? [] : await audit.write(tx, entry))]
  })
  return {}
})
