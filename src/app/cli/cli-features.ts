import { Hono } from 'hono'
import { DdpServer } from '#ddp/server/server.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { CacheRegistry } from '#platform/cache-registry.ts'
import { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import type { Database } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { createRenderQueue } from '#platform/http/render-queue.ts'
import { JobQueue } from '#platform/jobs/job-queue.ts'
import { LiveServer } from '#platform/live/server/live-server.ts'
import { createLiveMailer } from '#platform/mail/live-mailer.ts'
import { localPubSub } from '#platform/pubsub/pubsub.ts'
import { SiteLogo } from '#platform/settings/site-logo.ts'
import { type Features, startFeatures } from '../server/features.ts'
import { mailTarget, openSettings, STORAGE_SECRET } from '../server/open-settings.ts'
import { openStorage } from '../server/open-storage.ts'
import type { CliEnvironment } from './cli-runtime.ts'

/** Returns a clock that tells the time but never fires a timer, so that a command-line tool does no background work. */
export const frozenClock = (now: () => number): Clock => ({ now, after: () => ({ cancel: () => {} }) })

/** What a tool passes in if it calls methods itself. */
export interface CallServices {
  clock: Clock
  ddp: DdpServer
}

/** What a tool gets besides the features. */
export type CliServices = Pick<FeatureContext, 'live' | 'storage'>

/**
 * Runs a tool with every feature on the database, beside a running server or alone. No client can connect, no timer fires and no mail is
 * sent. A running server finds the tool's writes in the change log.
 * @param callOptions if given, the change log is followed, as methods expect
 */
export async function runWithFeatures<T>(
  database: Database,
  { config, log }: CliEnvironment,
  run: (features: Features, parts: CliServices) => Promise<T>,
  callOptions?: CallServices,
): Promise<T> {
  const clock = callOptions?.clock ?? frozenClock(() => systemClock.now())
  const report = (cause: unknown): void => log.error({ err: cause }, 'unexpected')
  const ddp = callOptions?.ddp ?? new DdpServer({ clock, randomId: () => '', hash: text => text, soon: flush => flush(), report })
  const changeLog = new ChangeLogReader({ database, clock: callOptions === undefined ? clock : systemClock, report })
  const caches = new CacheRegistry()
  const live = new LiveServer(ddp, { database, changeLog, clock, caches, report })
  const { dataDir, rootUrl } = config
  const { secrets, settings } = await openSettings(config, database, log)
  settings.follow(live)
  const mailer = createLiveMailer(() => mailTarget(settings, rootUrl), { dataDir, clock, log })
  const storage = openStorage(
    config,
    () => secrets.get(STORAGE_SECRET),
    clock,
    () => rootUrl ?? '',
  )
  const closers: (() => void | Promise<void>)[] = [() => mailer.close()]
  try {
    const jobs = new JobQueue({ database, clock, log, publish: entries => changeLog.publish(entries) })
    closers.push(() => jobs.stop())
    const platform = {
      config,
      settings,
      secrets,
      logo: new SiteLogo(settings, storage),
      clock,
      log,
      database,
      pubSub: localPubSub,
      live,
      jobs,
      caches,
      mailer,
      storage,
      http: new Hono(),
      renderQueue: createRenderQueue(0),
      address: () => rootUrl ?? '',
      reach: () => null,
      onClose: (close: () => void | Promise<void>) => void closers.push(close),
    }
    const features = startFeatures(platform, {
      readStatus: () => Promise.reject(new Error('A tool beside the server does not know its state.')),
      writeBackup: () => Promise.reject(new Error('A tool beside the server makes no backups for it.')),
      embedAssets: () => ({ script: '', style: '' }),
      readerAssets: () => ({ script: '', style: '' }),
    })
    if (callOptions !== undefined) await changeLog.start()
    return await run(features, { live, storage })
  } finally {
    for (const close of closers.reverse()) await close()
    await changeLog.close()
  }
}
