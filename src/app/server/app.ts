import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { Hono } from 'hono'
import { Registry } from 'prom-client'
import { isVisitPath } from '#accounts/contract/login-services.ts'
import type { SystemStatus } from '#admin/contract.ts'
import type { RateCheck } from '#ddp/server/rate-limit.ts'
import { DdpServer } from '#ddp/server/server.ts'
import { DEFAULT_HEARTBEAT, DEFAULT_LIMITS, type ServerSettings } from '#ddp/server/server-settings.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { transportLimits } from '#ddp/transport/node/admission.ts'
import { attachDdp, type NodeTransport } from '#ddp/transport/node/server-transport.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import { oembedAddress } from '#embeds/server/oembed-routes.ts'
import { loadStarter } from '#machines/server/catalogue/load.ts'
import { CacheRegistry } from '#platform/cache-registry.ts'
import type { Config } from '#platform/config/config.ts'
import type { LostHistory } from '#platform/db/change-log/history.ts'
import { changeLogMigrations } from '#platform/db/change-log/migration.ts'
import { pruneChangeLog } from '#platform/db/change-log/prune.ts'
import { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { DatabaseTurns } from '#platform/db/database-turns.ts'
import { type Migration, migrate } from '#platform/db/migrate.ts'
import { createPool, type DatabaseAddress } from '#platform/db/pool.ts'
import type { ReadReplica } from '#platform/db/read-replica.ts'
import { updateSearchTexts } from '#platform/db/search-texts.ts'
import { textSearchMigrations } from '#platform/db/text-search.ts'
import { readableByApps } from '#platform/http/cross-origin.ts'
import { Health } from '#platform/http/health.ts'
import { listen } from '#platform/http/listen.ts'
import { originCheck } from '#platform/http/origins.ts'
import { BuildArchive } from '#platform/http/previous-builds.ts'
import { EVERY_ADDRESS, isLoopback, isWildcard, LOOPBACK, networkAddresses, type Reach } from '#platform/http/reach.ts'
import { createRenderQueue } from '#platform/http/render-queue.ts'
import { createHttp } from '#platform/http/server.ts'
import { addWellKnownRoute } from '#platform/http/well-known-route.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { jobMigrations } from '#platform/jobs/job-migrations.ts'
import { JobQueue } from '#platform/jobs/job-queue.ts'
import { LiveServer } from '#platform/live/server/live-server.ts'
import type { Log } from '#platform/log/log.ts'
import { detachClock } from '#platform/log/request-context.ts'
import { createLiveMailer } from '#platform/mail/live-mailer.ts'
import { addGauges } from '#platform/metrics/gauges.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { processMetrics } from '#platform/metrics/process.ts'
import { metricsRoute } from '#platform/metrics/route.ts'
import { readSigningKey } from '#platform/pubsub/signed-messages.ts'
import { ReleaseCheck } from '#platform/releases/release-check.ts'
import { type ClientAssets, noAssets } from '#platform/render/html-document.ts'
import type { RenderedPage } from '#platform/render/page-cache.ts'
import { type Pages, Renderer } from '#platform/render/renderer.ts'
import { injectStaleBanner } from '#platform/render/stale-page.ts'
import { settingsMigrations } from '#platform/settings/settings-migrations.ts'
import { SiteLogo } from '#platform/settings/site-logo.ts'
import type { SiteSecrets } from '#platform/settings/site-secrets.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import { pictureRoute } from '#platform/storage/picture-route.ts'
import { PUBLIC_PREFIX } from '#platform/storage/storage.ts'
import { uploadRoute } from '#platform/storage/upload-route.ts'
import type { Locale } from '#platform/text/locales.ts'
import { MAX_BYTES } from '#uploads/rules.ts'
import { version } from '../../../package.json'
import { writeVerified } from '../backup/back-up.ts'
import { brandingRoutes, withBranding } from './branding.ts'
import { type Features, migrations, searchedTables, startFeatures } from './features.ts'
import { instrumentDdp, instrumentFanOut, instrumentHttp, instrumentMail, instrumentSql } from './instrumentation.ts'
import { openPubSub, openReplica, openTracing } from './open-services.ts'
import { mailTarget, openSettings, STORAGE_SECRET } from './open-settings.ts'
import { openStorage } from './open-storage.ts'
import { publicSettings } from './public-settings.ts'
import { randomId } from './random-id.ts'
import { listRateRules, rateCheck } from './rate-limits.ts'
import { readSystemStatus } from './system-status.ts'

export interface AppOptions {
  config: Config
  log: Log
  connection: DatabaseAddress
  pages: Pages
  /** null: no browser files are served (protocol tests) */
  client: { dir: string; assets: ClientAssets } | null
  clock?: Clock
  /** when sockets that say nothing are asked whether they are alive; an interval of 0: never, for tests that move the clock by hours */
  heartbeat?: ServerSettings['heartbeat']
  /** Called once if the database has lost changes that the application shows: it has to be closed and created again. */
  onHistoryLost?(lost: LostHistory): void
  /** Called when a call has answered an error that its contract does not list. */
  onUnlistedError?(call: string, error: DdpError): void
}

export interface App {
  readonly address: string
  /** who can open it; null: it has a public address (ROOT_URL) */
  readonly reach: Reach | null
  readonly port: number
  readonly database: Database
  readonly ddp: DdpServer
  readonly changeLog: ChangeLogReader
  readonly live: LiveServer
  readonly features: Features
  readonly settings: SiteSettings
  readonly secrets: SiteSecrets
  readonly renderer: Renderer
  /** Uses this build from now on: new pages are rendered with it, and open pages are notified. */
  reloadBuild(assets: ClientAssets): Promise<void>
  /**
   * Stops accepting connections, finishes the work under way, and closes everything it opened.
   * @param gradually closes sockets a few at a time, so that clients move to other nodes gradually
   */
  close(gradually?: boolean): Promise<void>
}

/**
 * ms between the closing of two sockets, and at most for all of them. With many sockets, fewer than a tenth close within any one second.
 */
const DRAIN_MS_PER_SESSION = 60
const MAX_DRAIN_SPREAD_MS = 13_000
/** ms after which sockets are closed even if they have work under way */
const MAX_DRAIN_MS = 20_000

/** All migrations, in order. */
export const schema: readonly Migration[] = [
  ...changeLogMigrations,
  ...textSearchMigrations,
  ...jobMigrations,
  ...settingsMigrations,
  ...migrations,
]

/** Brings the schema and the search texts up to date, and loads the starter catalogue into an empty database. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database, schema)
  await updateSearchTexts(database, searchedTables)
  await loadStarter(database)
}

/** Creates the whole application. The application closes everything that it opens, also when the start fails. */
export async function createApp({
  config,
  log,
  connection,
  pages,
  client,
  clock: givenClock = systemClock,
  heartbeat = DEFAULT_HEARTBEAT,
  onHistoryLost = () => {},
  onUnlistedError = () => {},
}: AppOptions): Promise<App> {
  const clock = detachClock(givenClock)
  const registry = new Registry()
  const metrics = createMetrics(registry)
  const tracing = await openTracing(config, log)
  const instrumentation = { metrics, tracing, log }
  const fanOutTimer = instrumentFanOut(instrumentation)
  const report = (cause: unknown): void => {
    metrics.unexpectedErrors.inc()
    log.error({ err: cause }, 'unexpected')
  }
  const pool = createPool(connection, error => log.warn({ err: error }, 'a database connection was lost'))
  let replica: ReadReplica | null = null
  const onStatement = instrumentSql(instrumentation)
  const turns = new DatabaseTurns(pool.options.max)
  const database = openDatabase(pool, onStatement, () => replica, turns)
  let server: Server | null = null
  let transport: NodeTransport | null = null
  let changeLog: ChangeLogReader | null = null
  const closers: (() => void | Promise<void>)[] = []
  const closeParts = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    await prepareDatabase(database)
    const { secrets, settings } = await openSettings(config, database, log)
    const pubSub = await openPubSub(config, database, log)
    closers.push(() => pubSub.close())
    changeLog = new ChangeLogReader({ database, clock, report, pubSub, onApplied: fanOutTimer.applied, onHistoryLost })
    const messages = config.redisUrl === null ? null : await readSigningKey(database.db)
    const limited = config.rateLimits === 'on'
    // The rules are known when all features have registered their methods, which is before the first client connects.
    let checkRate: RateCheck = () => null
    const ddp = new DdpServer({
      clock,
      randomId,
      hash: text => createHash('sha256').update(text).digest('base64url').slice(0, 22),
      soon: flush => void setImmediate(flush),
      report,
      checkRate: input => checkRate(input),
      heartbeat,
      limits: limited ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, messages: null, pendingMessages: 10_000 },
      unreadBytes: () => (limited ? getHeapStatistics().heap_size_limit / 8 : Number.POSITIVE_INFINITY),
      hooks: instrumentDdp(instrumentation, fanOutTimer.written),
    })
    const caches = new CacheRegistry()
    let build = client?.assets ?? noAssets
    const live = new LiveServer(ddp, {
      database,
      changeLog,
      clock,
      caches,
      report,
      onUnlistedError,
      onFull: (side, largest) => log.warn({ side, largest }, 'the room for views is full: who holds most gives up views for others'),
    })
    const { dataDir, rootUrl } = config
    settings.follow(live)
    const mailer = createLiveMailer(() => mailTarget(settings, rootUrl), {
      dataDir,
      clock,
      log,
      around: instrumentMail(instrumentation),
    })
    let port = config.port
    const renderQueue = createRenderQueue(config.forwardedCount)
    const host = config.host ?? (settings.current().listen === 'network' ? EVERY_ADDRESS : LOOPBACK)
    const addresses = (): string[] => networkAddresses(host, port)
    // Every address may be that of a container, which nobody else can open, so it is the site's own only where an administrator chose it.
    const isChosen = config.host === null || !isWildcard(config.host)
    const address = (): string => config.rootUrl ?? (isChosen ? addresses()[0] : undefined) ?? `http://localhost:${port}`
    const reach = (): Reach | null =>
      config.rootUrl === null
        ? { isNetwork: !isLoopback(host), addresses: networkAddresses(isLoopback(host) ? EVERY_ADDRESS : host, port) }
        : null
    const storage = openStorage(config, () => secrets.get(STORAGE_SECRET), clock, address)
    const originAllowed = originCheck({ rootUrl: config.rootUrl, allowed: config.allowedOrigins, port: () => port, addresses })
    let publicly = publicSettings(config, settings.current())
    settings.onChange(() => {
      publicly = publicSettings(config, settings.current())
    })
    const routes = new Hono()
    routes.route(
      '/',
      addWellKnownRoute(originAllowed, () => publicly),
    )
    const logo = new SiteLogo(settings, storage)
    routes.route('/', brandingRoutes(settings, logo, client?.dir ?? null))
    for (const downloads of ['/exports/*', '/backups/*', '/admin/log/exports/*']) routes.use(downloads, readableByApps(originAllowed))
    routes.route('/', pictureRoute(storage))
    if (storage instanceof LocalDisk) secrets.check(STORAGE_SECRET)
    if (storage instanceof LocalDisk) routes.route('/', uploadRoute({ disk: storage, clock, maxBytes: MAX_BYTES, originAllowed }))
    const jobs = new JobQueue({ database, clock, log, publish: entries => live.changeLog.publish(entries) })
    // At once, since a job may wait for a mail server that hangs, whose mails the mailer aborts.
    closers.push(async () => void (await Promise.all([jobs.stop(), mailer.close()])))
    const health = new Health(
      {
        database: () => pool.query('SELECT 1'),
        storage: () => storage.open(`${PUBLIC_PREFIX}none`),
        ...(config.redisUrl === null ? {} : { redis: () => pubSub.ping() }),
      },
      clock,
    )
    const startedAt = clock.now()
    const releases = new ReleaseCheck({ settings, clock, log, address: config.releasesUrl, version })
    closers.push(() => releases.stop())
    const kind = storage instanceof LocalDisk ? 'disk' : 's3'
    const readStatus = (): Promise<SystemStatus> =>
      readSystemStatus({
        config,
        mailUrl: settings.current().mailUrl,
        health,
        replica: () => replica?.stats ?? null,
        storage: kind,
        startedAt,
        backups: features.backups,
        releases,
      })
    const features = startFeatures(
      {
        config,
        settings,
        secrets,
        logo,
        clock,
        log,
        database,
        pubSub,
        live,
        jobs,
        caches,
        mailer,
        storage,
        http: routes,
        renderQueue,
        address,
        reach,
        onClose: close => void closers.push(close),
      },
      {
        readStatus,
        embedAssets: () => build.embed ?? { script: '', style: '' },
        readerAssets: () => build.reader ?? { script: '', style: '' },
        writeBackup: ({ file, onProgress }) => writeVerified({ connection, storage, dataDir, file, now: clock.now(), onProgress }),
      },
    )
    checkRate = rateCheck(listRateRules(live.rates, ddp.names.methods), config.rateLimits, clock, log, { pubSub, messages })
    const pruning = startIntervalJob(clock, 600_000, () => pruneChangeLog(database, features.webhooks.firstUnread), report)
    closers.push(() => pruning.stop())
    await changeLog.start()
    // Settings that changed before the log was followed.
    await settings.load(database)
    const reader = changeLog
    replica = openReplica(config, { primary: database.db, applied: () => reader.applied, clock, log, onStatement })
    jobs.start()

    let draining = false
    const ready = async (): Promise<boolean> => !draining && (await health.isHealthy('database'))
    const renderer = new Renderer({
      ddp,
      clock,
      pages,
      address,
      assets: client?.assets ?? noAssets,
      settings: () => publicly,
      siteName: () => settings.current().name,
      oembed: oembedAddress,
    })
    caches.add('pages', renderer.cache)
    const previousBuilds = new BuildArchive(join(dataDir, 'builds'), log)
    /** Renders pages anew with the build and the settings of now, and tells open pages of both. One call after the other. */
    let applying: Promise<void> = Promise.resolve()
    const applyBuild = (): Promise<void> => {
      renderer.cache.clear()
      applying = applying.then(async () => {
        const branded = withBranding(build, settings, logo)
        renderer.setBuild(branded, await features.versions.announce(branded, publicly))
      })
      return applying
    }
    const reloadBuild = async (assets: ClientAssets): Promise<void> => {
      if (client !== null) await previousBuilds.store(client.dir, assets.versions.version)
      build = assets
      await applyBuild()
    }
    if (client !== null) await reloadBuild(client.assets)
    settings.onChange(() => {
      if (client === null) renderer.cache.clear()
      else applyBuild().catch(report)
    })
    addGauges(registry, {
      sessions: () => ddp.sessions,
      pollingSessions: () => transport?.polling ?? 0,
      subscriptions: () => ddp.subscriptions,
      changeLog: () => ({ position: reader.applied, lag: reader.lag, msSincePoll: reader.msSincePoll }),
      caches: () => caches.stats,
      views: () => ({ ...live.views.size, used: live.views.usage.total.views, usedBytes: live.views.usage.total.bytes }),
      largestViewHolders: () => live.views.usage.largest(5),
      databaseTurns: () => turns.size,
      replica: () => replica?.stats ?? null,
      pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max }),
      dependencies: () => health.checkAll(),
      dataDir,
    })
    routes.route('/', metricsRoute(config.metricsToken, Registry.merge([registry, processMetrics()])))
    const pageNow = async (url: string, locale: Locale): Promise<RenderedPage> => {
      const page = await renderer.page(url, locale)
      return reader.isDatabaseUnavailable ? { ...page, html: Buffer.from(injectStaleBanner(page.html.toString())) } : page
    }
    server = createHttp({
      routes,
      origins: { ...storage.origins, analytics: config.analytics?.host ?? null },
      renderQueue,
      keepsOpener: isVisitPath,
      secure: config.rootUrl?.startsWith('https:') ?? false,
      clientDir: client?.dir ?? null,
      previousBuilds: previousBuilds,
      page: pageNow,
      sockets: (request, response) => features.rest.answerKnown(request, response) ?? transport?.answer(request, response) ?? null,
      getCachedPage: (url, locale) => (reader.isDatabaseUnavailable ? null : renderer.getCached(url, locale)),
      renderUnavailable: (url, locale) => renderer.renderUnavailable(url, locale),
      ready,
      log,
      observer: instrumentHttp(instrumentation, config.forwardedCount),
    })
    transport = attachDdp(server, ddp, {
      prefix: '',
      forwardedCount: config.forwardedCount,
      originAllowed,
      limits: limited ? transportLimits(getHeapStatistics().heap_size_limit) : null,
      onRefused: status => metrics.socketsRefused.inc({ status }),
    })
    port = await listen(server, config.port, host)
    const http = server
    const sockets = transport
    return {
      address: address(),
      reach: reach(),
      port,
      database,
      ddp,
      changeLog,
      live,
      features,
      settings,
      secrets,
      renderer,
      reloadBuild,
      async close(gradually = false) {
        draining = true
        sockets.refuseNew()
        if (gradually) await ddp.drain(Math.min(MAX_DRAIN_SPREAD_MS, ddp.sessions * DRAIN_MS_PER_SESSION), MAX_DRAIN_MS)
        await features.scores.idle()
        // Sessions that began while the others were closed, or whose work has not ended.
        ddp.close(gradually)
        await sockets.close()
        await new Promise<void>(resolve => {
          http.close(() => resolve())
          http.closeAllConnections()
        })
        await closeParts()
        await reader.close()
        await replica?.close()
        await database.close()
        await tracing.close()
      },
    }
  } catch (error) {
    await transport?.close()
    server?.close()
    await closeParts()
    await changeLog?.close()
    await replica?.close()
    await database.close()
    await tracing.close()
    throw error
  }
}
