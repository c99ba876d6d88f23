import type { FeatureContext } from '../../../platform/feature-context.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import { checkPersistedSecret, persistedSecret } from '../../../platform/storage/persisted-secret.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { PlayersApi } from '../../players/server/api.ts'
import { patreonBegin, patreonConfirm, patreonUnlink } from '../contract.ts'
import { SecretBox } from './encryption.ts'
import { Provider } from './patreon-client.ts'
import { publishNothing, registerPublications } from './publications.ts'
import { Supporters } from './service.ts'
import { deleteBegun, deleteLink, linkDocument } from './store.ts'
import { takeEvents } from './webhook.ts'

/** ms between two removals of links that were begun and not confirmed */
const ROUND = 600_000
/** Where the key is that encrypts tokens: `secrets/supporters` in the data folder. */
const KEY = 'supporters'

export interface SupportersFeature {
  /** Reads the memberships that are due at once; resolves when that is done. */
  round(): Promise<void>
}

export function startSupporters(
  platform: FeatureContext,
  { accounts, players }: { accounts: AccountsApi; players: PlayersApi },
): SupportersFeature | null {
  const { config, clock, log, database, live, jobs, http, address, onClose } = platform
  accounts.onExport(async userId => {
    const link = await linkDocument(database.db, userId)
    return link === null ? {} : { 'supporter.json': link }
  })
  if (config.patreon === null) {
    publishNothing(platform)
    accounts.onDelete(async (tx, { userId }) => {
      await deleteBegun(tx, userId)
      await deleteLink(tx, userId)
      return []
    })
    return null
  }
  const provider = new Provider(config.patreon, clock, () => `${address()}/patreon/confirm`)
  checkPersistedSecret(config.dataDir, KEY)
  const seal = new SecretBox(() => Buffer.from(persistedSecret(config.dataDir, KEY), 'base64url'))
  const supporters = new Supporters({ database, clock, log, players, provider, seal, jobs, tell: news => live.feed.push(news) })
  registerPublications(platform)

  const rounds = startIntervalJob(
    clock,
    ROUND,
    () => supporters.sweep(),
    err => log.error({ err }, 'supporters could not be looked at'),
  )
  onClose(() => rounds.stop())

  live.method(patreonBegin, async call => ({ url: await supporters.begin(signedIn(call)) }))
  live.method(patreonConfirm, async call => {
    const { membership, news } = await supporters.confirm(signedIn(call), call.input)
    await call.wrote(news)
    supporters.wake()
    return { tier: membership.tier, active: membership.active }
  })
  live.method(patreonUnlink, async call => {
    await call.wrote(await supporters.unlink(signedIn(call)))
    supporters.wake()
    return {}
  })
  accounts.onDelete((tx, { userId }) => supporters.forget(tx, userId))
  const { webhookSecret } = config.patreon
  if (webhookSecret !== null) takeEvents(http, webhookSecret, providerId => supporters.askToCheck(providerId))
  return {
    async round() {
      await rounds.run()
      await supporters.idle()
    },
  }
}
