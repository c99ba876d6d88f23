import type { AccountsApi } from '#accounts/server/api.ts'
import type { Timer } from '#ddp/timing/clock.ts'
import type { EventsApi } from '#events/server/api.ts'
import { eventChanged } from '#events/server/changes.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { defaultFromAddress } from '#platform/mail/from-address.ts'
import { parseFromAddress } from '#platform/text/mail-address.ts'
import { scoreChanged } from '#scores/server/changes.ts'
import { reportedGameChanged } from '#stations/server/changes.ts'
import { PHONE_SERVICES } from '../contract.ts'
import { vapidSubject } from '../rules.ts'
import { ApnsSender } from './apns-client.ts'
import { set } from './calls/set.ts'
import { subscribe } from './calls/subscribe.ts'
import { unsubscribe } from './calls/unsubscribe.ts'
import { DeliveryWorker } from './delivery-worker.ts'
import { FcmSender } from './fcm-client.ts'
import { loadNotice, writeEmail } from './notice-texts.ts'
import { type NotificationsServices, settingsChange } from './preferences.ts'
import { registerPublications } from './publications.ts'
import type { PhoneSenders } from './push-attempt.ts'
import { PushSender } from './push-client.ts'
import { RoundWebhooks, roundQueued } from './round-webhooks.ts'
import { deleteNotificationData, findNotice, findPreferences, listDevices } from './store.ts'
import { VAPID_SECRET, vapidKeys } from './vapid.ts'

/** ms between two runs; a user may be notified of the start of an event this much later */
const INTERVAL = 10_000
/** ms to wait after a score or a change of a round, so that those that follow are examined together */
const DEBOUNCE = 500

export interface NotificationsFeature {
  /** Finds what users are to be notified of now, and sends it; resolves when it has been sent or postponed. */
  runOnce(): Promise<void>
  /** Resolves when the rounds that are due now have been posted to the webhooks of their groups, or postponed. */
  postRounds(): Promise<void>
}

export function startNotifications(
  platform: FeatureContext,
  { accounts, groups, events }: { accounts: AccountsApi; groups: GroupsApi; events: EventsApi },
): NotificationsFeature {
  const { config, settings, secrets, clock, log, database, live, jobs, address, onClose } = platform
  secrets.check(VAPID_SECRET)
  const fcm = config.fcm === null ? null : new FcmSender(config.fcm, clock)
  const apns = config.apns === null ? null : new ApnsSender(config.apns, clock)
  const phones: PhoneSenders = { fcm, apns }
  const phoneServices = PHONE_SERVICES.filter(service => phones[service] !== null)
  const sender = new PushSender(() => {
    const { contact, mailFrom } = settings.current()
    const from = parseFromAddress(mailFrom ?? defaultFromAddress(config.rootUrl))!.address
    return { subject: vapidSubject(contact, address(), from), ...vapidKeys(secrets) }
  }, phones)
  const publish = (changes: ChangeLogEntry[]): Promise<void> => live.changeLog.publish(changes)
  const worker = new DeliveryWorker({
    database,
    clock,
    log,
    sender,
    jobs,
    getLocale: userId => accounts.getLocale(userId),
    publish,
    enqueueMail: accounts.registerMail<{ noticeId: string }>('notification', async (to, { noticeId }) => {
      const notice = await findNotice(database.db, noticeId)
      const current = notice && (await loadNotice(database.db, notice, clock.now()))
      return current && writeEmail(current, to)
    }),
    drainMails: () => accounts.drainMails(),
  })
  const { discordUrl } = config
  const webhooks = new RoundWebhooks({ database, clock, log, jobs, groups, accounts, discordUrl, address, publish })
  events.onRoundDrawn((tx, drawn) => webhooks.add(tx, drawn))
  registerPublications(platform, phoneServices, () => vapidKeys(secrets).publicKey)

  const job = startIntervalJob(
    clock,
    INTERVAL,
    () => worker.runOnce(),
    err => log.error({ err }, 'notifications could not be detected'),
  )
  let debounce: Timer | null = null
  const runSoon = (): void => {
    debounce ??= clock.after(DEBOUNCE, () => {
      debounce = null
      void job.run()
    })
  }
  live.onChange(scoreChanged, runSoon)
  live.onChange(eventChanged, ({ change }) => {
    if (change?.kind === 'rounds' && change.seats !== undefined) runSoon()
  })
  live.onChange(reportedGameChanged, change => {
    if (change.contested !== undefined) runSoon()
  })
  live.onChange(roundQueued, () => webhooks.processDue())
  onClose(() => {
    debounce?.cancel()
    apns?.close()
    return job.stop()
  })

  registerCalls<NotificationsServices>(live, [subscribe, unsubscribe, set], { ...platform, phoneServices })
  accounts.onDelete(async (tx, { userId }) => {
    await deleteNotificationData(tx, userId)
    return [settingsChange(userId)]
  })
  accounts.onExport(async userId => {
    const [preferences, devices] = [await findPreferences(database.db, userId), await listDevices(database.db, userId)]
    return { 'notifications.json': { ...preferences, devices: devices.map(({ id: _, ...device }) => device) } }
  })
  return {
    async runOnce() {
      await job.run()
      await worker.idle()
    },
    postRounds: () => webhooks.idle(),
  }
}
