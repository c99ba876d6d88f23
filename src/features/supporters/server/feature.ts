import type { AccountsApi } from '#accounts/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { SecretBox } from '#platform/storage/secret-box.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { patreonBegin, patreonConfirm, patreonUnlink } from '../contract.ts'
import { serveReturnToApp } from './app-return.ts'
import { PatreonClient } from './patreon-client.ts'
import { publishDisabled, registerPublications } from './publications.ts'
import { Supporters } from './service.ts'
import { deleteLink, deleteOauthState, linkDocument } from './store.ts'
import { serveWebhook } from './webhook.ts'

/** ms between two removals of links that were begun and not confirmed */
const INTERVAL = 600_000
/** Where the key is that encrypts tokens: `secrets/supporters` in the data folder. */
const KEY_NAME = 'supporters'

export interface SupportersFeature {
  /** Reads the memberships that are due at once; resolves when that is done. */
  runOnce(): Promise<void>
}

export function startSupporters(
  platform: FeatureContext,
  { accounts, players }: { accounts: AccountsApi; players: PlayersApi },
): SupportersFeature | null {
  const { config, secrets, clock, log, database, live, jobs, http, address, onClose } = platform
  accounts.onExport(async userId => {
    const link = await linkDocument(database.db, userId)
    return link === null ? {} : { 'supporter.json': link }
  })
  if (config.patreon === null) {
    publishDisabled(platform)
    accounts.onDelete(async (tx, { userId }) => {
      await deleteOauthState(tx, userId)
      await deleteLink(tx, userId)
      return []
    })
    return null
  }
  const provider = new PatreonClient(config.patreon, clock, () => `${address()}/patreon/confirm`)
  secrets.check(KEY_NAME)
  const secretBox = new SecretBox(() => secrets.key(KEY_NAME))
  const supporters = new Supporters({
    database,
    clock,
    log,
    players,
    patreon: provider,
    secretBox,
    jobs,
    publish: changes => live.changeLog.publish(changes),
  })
  registerPublications(platform)
  serveReturnToApp(http)

  const job = startIntervalJob(
    clock,
    INTERVAL,
    () => supporters.sweep(),
    err => log.error({ err }, 'supporters could not be checked'),
  )
  onClose(() => job.stop())

  live.method(patreonBegin, async call => ({ url: await supporters.begin(signedIn(call), call.input.app === true) }))
  live.method(patreonConfirm, async call => {
    const { membership, changes } = await supporters.confirm(signedIn(call), call.input)
    await call.committed(changes)
    supporters.processDue()
    return { tier: membership.tier, active: membership.active }
  })
  live.method(patreonUnlink, async call => {
    await call.committed(await supporters.unlink(signedIn(call)))
    supporters.processDue()
    return {}
  })
  accounts.onDelete((tx, { userId }) => supporters.removeUser(tx, userId))
  const { webhookSecret } = config.patreon
  if (webhookSecret !== null) serveWebhook(http, webhookSecret, providerId => supporters.requestCheck(providerId))
  return {
    async runOnce() {
      await job.run()
      await supporters.idle()
    },
  }
}
