import type { AccountsApi } from '#accounts/server/api.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { SecretBox } from '#platform/storage/secret-box.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { serveReturnToApp } from './app-return.ts'
import { beginLink } from './calls/begin.ts'
import { confirmLink } from './calls/confirm.ts'
import { unlink } from './calls/unlink.ts'
import { PatreonClient } from './patreon-client.ts'
import { publishDisabled, registerPublications } from './publications.ts'
import { deleteLink, deleteOauthState, linkDocument } from './store.ts'
import { Supporters } from './supporters.ts'
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
  const patreon = new PatreonClient(config.patreon, clock, () => `${address()}/patreon/confirm`)
  secrets.check(KEY_NAME)
  const secretBox = new SecretBox(() => secrets.key(KEY_NAME))
  const options = {
    database,
    clock,
    log,
    players,
    patreon,
    secretBox,
    jobs,
    publish: (changes: ChangeLogEntry[]) => live.changeLog.publish(changes),
  }
  const supporters = new Supporters(options)
  registerPublications(platform)
  serveReturnToApp(http)

  const job = startIntervalJob(
    clock,
    INTERVAL,
    () => supporters.sweep(),
    err => log.error({ err }, 'supporters could not be checked'),
  )
  onClose(() => job.stop())

  registerCalls(live, [beginLink, confirmLink, unlink], { ...options, supporters })
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
