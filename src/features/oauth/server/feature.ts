import type { JsonWebKey } from 'node:crypto'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { KnownSecrets } from '#keys/server/shared/known-secrets.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { SecretBox } from '#platform/storage/secret-box.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import type { OauthApi } from './api.ts'
import { forgetMaker } from './application-store.ts'
import {
  addApplication,
  allowRequest,
  listAllApplications,
  listOwnApplications,
  recallRequest,
  removeApplication,
  revokeApplication,
} from './calls.ts'
import { grantsEnded } from './changes.ts'
import { deleteGrants, findTokenGrant, listAllowed, noteGrantUse } from './grant-store.ts'
import { deleteExpired } from './record-store.ts'
import { type RunningProvider, serveOauth } from './routes.ts'
import { hashId } from './secrets.ts'
import { OAUTH_SECRET, SIGNING_KEY } from './signing-key.ts'

/** ms between removals of what has expired */
const HOUSEKEEPING = 600_000

/** The characters and the length that access tokens have. */
const ACCESS_TOKEN = /^[\w-]{43}$/

const CALLS = [addApplication, listAllApplications, removeApplication, listOwnApplications, revokeApplication, recallRequest, allowRequest]

export interface OauthFeature extends OauthApi {
  /** Deletes what has expired, as happens every ten minutes too. Resolves when that is done. */
  sweep(): Promise<void>
}

/** Signing in at other sites with an account of this one, and what they may do then (decision 058). */
export function startOauth(platform: FeatureContext, { accounts, audit }: { accounts: AccountsApi; audit: AuditApi }): OauthFeature {
  const { address, clock, database, live, log, secrets, onClose } = platform
  const { db } = database
  const box = new SecretBox(() => secrets.key(OAUTH_SECRET))
  const known = new KnownSecrets({
    clock,
    log,
    find: hashedId => findTokenGrant(db, hashedId),
    noteUse: grantId => noteGrantUse(db, grantId),
  })
  live.onChange(grantsEnded, () => known.forgetAll())
  registerCalls(live, CALLS, { accounts, audit, database, clock, secrets, box, requireAdmin: createRequireAdmin(accounts) })

  let running: { issuer: string; provider: Promise<RunningProvider> } | null = null
  const start = async (issuer: string): Promise<RunningProvider> => {
    const { createProvider } = await import('./provider.ts')
    const publish: Parameters<typeof createProvider>[0]['publish'] = entries => live.changeLog.publish(entries)
    const signingKey = JSON.parse(secrets.get(SIGNING_KEY)) as JsonWebKey
    const provider = createProvider({ issuer, signingKey, cookieKey: secrets.get(OAUTH_SECRET), log, database, publish })
    return { provider, answer: provider.callback() }
  }
  /** The address may change while the site runs, where the environment does not say it. */
  const current = (): Promise<RunningProvider> => {
    const issuer = address()
    if (running?.issuer !== issuer) running = { issuer, provider: start(issuer) }
    return running.provider
  }
  serveOauth({ ...platform, current, box })

  const endAllOf = async (tx: Db, userId: string): Promise<NewChange[]> =>
    (await deleteGrants(tx, { userId })) === 0 ? [] : [grantsEnded.of({})]
  accounts.onSignOut(endAllOf)
  accounts.onDelete(async (tx, { userId }) => {
    await forgetMaker(tx, userId)
    return endAllOf(tx, userId)
  })
  accounts.onExport(async userId => ({ 'applications.json': await listAllowed(db, userId) }))
  const housekeeping = startIntervalJob(
    clock,
    HOUSEKEEPING,
    () => deleteExpired(db),
    (err: unknown) => log.error({ err }, 'housekeeping of applications failed'),
  )
  onClose(() => housekeeping.stop())
  return {
    known: token => (ACCESS_TOKEN.test(token) ? known.known(hashId('AccessToken', token)) : null),
    authenticate: async token => (ACCESS_TOKEN.test(token) ? known.authenticate(hashId('AccessToken', token)) : null),
    sweep: () => housekeeping.run(),
  }
}
