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

/** ms between two checks for memberships that are due; each is due once a night, and when the provider reports a change */
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
  const { config, clock, log, database, live, http, address, onClose } = platform
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
  const supporters = new Supporters({ database, clock, log, players, provider, seal })
  registerPublications(platform)

  const rounds = startIntervalJob(
    clock,
    ROUND,
    () => supporters.round(news => live.feed.push(news)),
    err => log.error({ err }, 'supporters could not be looked at'),
  )
  onClose(() => rounds.stop())

  live.method(patreonBegin, async call => ({ url: await supporters.begin(signedIn(call)) }))
  live.method(patreonConfirm, async call => {
    const { membership, news } = await supporters.confirm(signedIn(call), call.input)
    await call.wrote(news)
    void rounds.run()
    return { tier: membership.tier, active: membership.active }
  })
  live.method(patreonUnlink, async call => {
    await call.wrote(await supporters.unlink(signedIn(call)))
    void rounds.run()
    return {}
  })
  accounts.onDelete((tx, { userId }) => supporters.forget(tx, userId))
  const { webhookSecret } = config.patreon
  if (webhookSecret !== null)
    takeEvents(http, webhookSecret, async providerId => {
      if (await supporters.askToCheck(providerId)) void rounds.run()
    })
  return { round: () => rounds.run() }
}
