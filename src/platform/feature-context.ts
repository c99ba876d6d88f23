import type { Hono, MiddlewareHandler } from 'hono'
import type { Clock } from '#ddp/timing/clock.ts'
import type { CacheRegistry } from '#platform/cache-registry.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reach } from '#platform/http/reach.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import type { Log } from '#platform/log/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { PubSub } from '#platform/pubsub/pubsub.ts'
import type { SiteLogo } from '#platform/settings/site-logo.ts'
import type { SiteSecrets } from '#platform/settings/site-secrets.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** The services of the platform that every feature gets. */
export interface FeatureContext {
  /** what the environment alone decides; `settings` has what administrators may change */
  config: Config
  settings: SiteSettings
  secrets: SiteSecrets
  logo: SiteLogo
  clock: Clock
  log: Log
  database: Database
  /** messages to and from the other nodes of this database */
  pubSub: PubSub
  live: LiveServer
  /** work that is done after a transaction */
  jobs: JobQueue
  caches: CacheRegistry
  mailer: Mailer
  storage: Storage
  /** routes of plain HTTP besides pages */
  http: Hono
  /** the middleware of the routes in `http` that render something, so that a client address that asks for much keeps no other waiting */
  renderQueue: MiddlewareHandler
  /** returns the public address of the site, without a slash at its end */
  address: () => string
  /** returns who can open the site; null: it has a public address (ROOT_URL) */
  reach: () => Reach | null
  /** Adds a callback that runs before the database closes. */
  onClose(close: () => void | Promise<void>): void
}
