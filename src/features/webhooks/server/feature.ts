import type { AccountsApi } from '#accounts/server/api.ts'
import type { Timer } from '#ddp/timing/clock.ts'
import type { EventsApi } from '#events/server/api.ts'
import { eventChanged } from '#events/server/changes.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { scoreChanged, scoresMerged } from '#scores/server/changes.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { KEPT_FOR } from '../rules/retry.ts'
import { HookAccess } from './access.ts'
import { addWebhook } from './calls/add.ts'
import { showDelivery } from './calls/delivery.ts'
import { editWebhook } from './calls/edit.ts'
import { removeWebhook } from './calls/remove.ts'
import { resendDelivery } from './calls/resend.ts'
import { rotateWebhookSecret } from './calls/rotate-secret.ts'
import { testWebhook } from './calls/test.ts'
import { hookChanged } from './changes.ts'
import { HappeningCollector } from './collector.ts'
import { firstUnread } from './cursor-store.ts'
import { HookDeliverer } from './deliverer.ts'
import { deleteOldDeliveries } from './delivery-store.ts'
import { moveMachine } from './hook-store.ts'
import { createOffMail } from './off-mail.ts'
import { registerPublications } from './publications.ts'
import type { Sender } from './send.ts'
import { exportUserHooks, forgetUser } from './user-data.ts'
import type { WebhooksServices } from './webhooks.ts'

/** ms between two looks at what the clock has made happen, at what other nodes have left, and at what is tried again */
const INTERVAL = 10_000
/** ms to wait after a change, so that those that follow are told of together */
const DEBOUNCE = 100
const HOUR = 3_600_000

export interface WebhooksFeature {
  /** Writes the deliveries of everything so far and sends them; resolves when they were sent or postponed. */
  runOnce(): Promise<void>
  /** The first number of the change log that is still to be read; null: none. */
  firstUnread(db: Db): Promise<number | null>
}

export function startWebhooks(
  platform: FeatureContext,
  {
    accounts,
    groups,
    machines,
    venues,
    events,
  }: { accounts: AccountsApi; groups: GroupsApi; machines: MachinesApi; venues: VenuesApi; events: EventsApi },
): WebhooksFeature {
  const { config, database, clock, live, log, jobs, secrets, address, onClose } = platform
  const { discordUrl, privateWebhooks } = config
  const sender: Sender = { clock, allowsPrivate: privateWebhooks }
  const publish = (changes: ChangeLogEntry[]): Promise<void> => live.changeLog.publish(changes)
  const access = new HookAccess({ database, live, accounts, groups, events })
  const offMail = createOffMail(accounts, access, database)
  const deliverer = new HookDeliverer({
    ...{ database, clock, log, jobs, sender, discordUrl, accounts, offMail },
    box: secrets.box,
    publish,
  })
  const collector = new HappeningCollector({ database, clock, log, deliverer, offMail, address, publish })
  registerPublications(platform, access)
  const services: WebhooksServices = { ...platform, access, venues, machines, sender, deliverer }
  registerCalls(live, [addWebhook, editWebhook, rotateWebhookSecret, removeWebhook, testWebhook, resendDelivery, showDelivery], services)

  /** False: no hook would be told, so changes are not looked at. */
  let hasHooks = true
  /** when a run last looked at more than the change log (ms); 0: the next run does */
  let lookedAt = 0
  /** when old deliveries were last deleted (ms) */
  let cleanedAt = 0
  const job = startIntervalJob(
    clock,
    INTERVAL,
    async () => {
      const now = clock.now()
      // A burst of scores makes a run each 100 ms. The time may have been set back.
      const looksAround = Math.abs(now - lookedAt) >= INTERVAL
      if (looksAround) lookedAt = now
      hasHooks = await collector.collect(looksAround)
      deliverer.processDue()
      if (clock.now() - cleanedAt < HOUR) return
      cleanedAt = clock.now()
      await deleteOldDeliveries(database.db, new Date(clock.now() - KEPT_FOR))
    },
    err => log.error({ err }, 'webhooks could not be told of what has happened'),
  )
  /** Looks at everything, whatever was looked at just before. Resolves when that is done. */
  const runFully = (): Promise<void> => {
    lookedAt = 0
    return job.run()
  }
  let debounce: Timer | null = null
  const runSoon = (): void => {
    if (!hasHooks) return
    debounce ??= clock.after(DEBOUNCE, () => {
      debounce = null
      void job.run()
    })
  }
  live.onChange(scoreChanged, runSoon)
  live.onChange(scoresMerged, runSoon)
  live.onChange(eventChanged, ({ change }) => {
    // An event that its director has started or ended is found by its times, like those of the clock.
    if (change === null) lookedAt = 0
    runSoon()
  })
  live.onChange(groupChanged, ({ visibility }) => {
    if (visibility === null) lookedAt = 0
    runSoon()
  })
  live.onChange(hookChanged, () => {
    hasHooks = true
  })
  onClose(() => {
    deliverer.stop()
    debounce?.cancel()
    return job.stop()
  })

  machines.onMerge({
    preview: async () => ({}),
    async move(tx, { from, into }) {
      await moveMachine(tx, from, into)
      return []
    },
  })
  // A batch that was being written when the account was deleted may still name the user.
  accounts.onDelete((tx, { userId }) => forgetUser(tx, userId), runFully)
  accounts.onExport(async userId => ({ 'webhooks.json': await exportUserHooks(database.db, userId) }))
  return {
    async runOnce() {
      await runFully()
      await deliverer.idle()
    },
    firstUnread,
  }
}
