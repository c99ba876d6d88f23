import { Hono } from 'hono'
import { DdpServer } from '../ddp/server/server.ts'
import type { Clock } from '../ddp/timing/clock.ts'
import { systemClock } from '../ddp/timing/system-clock.ts'
import { aloneBus } from '../platform/bus/bus.ts'
import { Caches } from '../platform/caches.ts'
import type { Database } from '../platform/db/database.ts'
import { FeedReader } from '../platform/db/feed/reader.ts'
import { LiveServer } from '../platform/live/server/live-server.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { defaultSender } from '../platform/mail/sender.ts'
import { type Features, startFeatures } from './features.ts'
import { openStorage } from './open-storage.ts'
import type { Surroundings } from './tool.ts'

/** Tells the time and never rings: in a tool nothing happens by itself. */
const stillClock: Clock = { now: () => systemClock.now(), after: () => ({ cancel: () => {} }) }

/**
 * Every feature on the database, beside a running server or alone: nobody can connect, no timer runs and no mail leaves. What they write, a
 * server finds in the feed.
 */
export async function withFeatures<T>(
  database: Database,
  { config, log }: Surroundings,
  run: (features: Features) => Promise<T>,
): Promise<T> {
  const clock = stillClock
  const report = (cause: unknown): void => log.error({ err: cause }, 'unexpected')
  const ddp = new DdpServer({ clock, randomId: () => '', hash: text => text, soon: flush => flush(), report })
  const feed = new FeedReader({ database, clock, report })
  const { mailUrl, mailFrom, dataDir, rootUrl } = config
  const mailer = createMailer({ mailUrl, from: mailFrom ?? defaultSender(rootUrl), dataDir, clock, log })
  const closers: (() => void | Promise<void>)[] = [() => mailer.close()]
  try {
    return await run(
      startFeatures({
        config,
        clock,
        log,
        database,
        bus: aloneBus,
        live: new LiveServer(ddp, feed),
        caches: new Caches(),
        mailer,
        storage: openStorage(config, clock, () => rootUrl ?? ''),
        http: new Hono(),
        address: () => rootUrl ?? '',
        onClose: close => void closers.push(close),
      }),
    )
  } finally {
    for (const close of closers.reverse()) await close()
    await feed.close()
  }
}
