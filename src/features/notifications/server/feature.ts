import type { Timer } from '../../../ddp/timing/clock.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import { defaultSender, parseSender } from '../../../platform/mail/from-address.ts'
import { type AccountsApi, describeDevice } from '../../accounts/server/api.ts'
import { scoreChanged } from '../../scores/server/api.ts'
import { notificationsSet, notificationsSubscribe, notificationsUnsubscribe } from '../contract.ts'
import { vapidSubject } from '../rules.ts'
import { DeliveryWorker } from './delivery-worker.ts'
import { registerPublications } from './publications.ts'
import { PushSender } from './push-client.ts'
import { Notifications } from './service.ts'
import { findPreferences, listDevices } from './store.ts'
import { checkVapidKeys, vapidKeys } from './vapid.ts'

/** ms between two rounds; a user may be notified of the start of an event this much later */
const ROUND = 10_000
/** ms to wait after a score, so that scores that follow are examined together */
const GATHER = 500

export interface NotificationsFeature {
  /** Finds what users are to be notified of now, and sends it; resolves when it has been sent or postponed. */
  round(): Promise<void>
}

export function startNotifications(platform: FeatureContext, { accounts }: { accounts: AccountsApi }): NotificationsFeature {
  const { config, clock, log, database, live, jobs, address, onClose } = platform
  checkVapidKeys(config.dataDir)
  const notifications = new Notifications({ database, clock, origins: config.pushOrigins })
  const mailFrom = parseSender(config.mailFrom ?? defaultSender(config.rootUrl))!.address
  const sender = new PushSender(() => ({ subject: vapidSubject(config.contact, address(), mailFrom), ...vapidKeys(config.dataDir) }))
  const teller = new DeliveryWorker({ database, clock, log, sender, jobs, tell: news => live.feed.push(news) })
  registerPublications(platform, () => vapidKeys(config.dataDir).publicKey)

  const rounds = startIntervalJob(
    clock,
    ROUND,
    () => teller.runOnce(),
    err => log.error({ err }, 'notifications could not be looked for'),
  )
  let soon: Timer | null = null
  live.onChange(scoreChanged, () => {
    soon ??= clock.after(GATHER, () => {
      soon = null
      void rounds.run()
    })
  })
  onClose(() => {
    soon?.cancel()
    return rounds.stop()
  })

  live.method(notificationsSubscribe, async call => {
    const device = describeDevice(call.invocation.connection.httpHeaders['user-agent'])
    await call.wrote(await notifications.subscribe(signedIn(call), { ...call.input, device }))
    return {}
  })
  live.method(notificationsUnsubscribe, async call => {
    await call.wrote(await notifications.unsubscribe(signedIn(call), call.input.endpoint))
    return {}
  })
  live.method(notificationsSet, async call => {
    await call.wrote(await notifications.set(signedIn(call), call.input))
    return {}
  })
  accounts.onDelete((tx, { userId }) => notifications.forget(tx, userId))
  accounts.onExport(async userId => {
    const [switches, devices] = [await findPreferences(database.db, userId), await listDevices(database.db, userId)]
    return { 'notifications.json': { ...switches, devices: devices.map(({ id: _, ...device }) => device) } }
  })
  return {
    async round() {
      await rounds.run()
      await teller.idle()
    },
  }
}
