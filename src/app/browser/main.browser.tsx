import './react.browser.ts'
import { isLocale } from '#platform/text/locales.ts'
// Before all other styles, so that those of a component win.
import '#platform/ui/styles/layout.module.css'
import { type ReactElement, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PendingLink } from '#accounts/ui/email/email-link.ts'
import { loginServices } from '#accounts/ui/login-services/login-services.ts'
import { AccountSession } from '#accounts/ui/session/auth-client.ts'
import type { AnalyticsSettings } from '#analytics/contract.ts'
import { DdpClient } from '#ddp/client/client.ts'
import type { CallOptions } from '#ddp/client/methods.ts'
import type { SnapshotDocument } from '#ddp/client/quiescence.ts'
import type { SubscriptionHandle } from '#ddp/client/subscriptions.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { browserSocket } from '#ddp/transport/browser.ts'
import { decode, type Ejson, type Fields, type Json } from '#ddp/wire/ejson.ts'
import { type DdpError, errorFromWire } from '#ddp/wire/error.ts'
import { PendingInvitation } from '#invitations/ui/pending-invitation.ts'
import { type ClientDataSource, createClientDataSource } from '#platform/live/client-data-source.ts'
import { isConnectionLost } from '#platform/live/connection-lost.ts'
import { subscriptionKey } from '#platform/live/data-source.ts'
import { loadErrorTexts, setErrorTextsSource } from '#platform/live/error-texts.ts'
import { DEFAULT_SITE_NAME, titleWithSiteName } from '#platform/text/site-name.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import type { ShowTitle } from '#platform/ui/layouts/page-title.ts'
import { LazyService } from '#platform/ui/lazy-service.ts'
import type { Navigate } from '#platform/ui/navigation/navigate.ts'
import { whenIdle } from '#platform/ui/when-idle.ts'
import type { LoadedQueue } from '#scores/ui/queue/lazy-queue.ts'
import { SITE_SETTINGS } from '#versions/contract.ts'
import { trackUnsavedInput } from '#versions/ui/has-unsaved-input.ts'
import { heldBuild, type PageBuild, subscribeToVersions } from '#versions/ui/held-build.ts'
import { version } from '../../../package.json'
import '#platform/ui/styles/global.css'
import { watchInstallPrompt } from '#platform/ui/install/install-prompt.ts'
import type { PublicSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { Navigation } from '../navigation.ts'
import { loadNotFound } from '../not-found.tsx'
import { showOfflinePage } from '../offline/show-offline-page.ts'
import { Root } from '../Root.tsx'
import { readSettings } from '../site-settings.tsx'
import { createBrowserHistory } from './browser-history.ts'

export interface Boot {
  /** The page is a neutral frame, because the server could not show it to a visitor. */
  frame?: true
  settings?: PublicSettings & { analytics?: AnalyticsSettings }
  snapshots: readonly {
    name: string
    params: readonly Ejson[]
    version: string | null
    documents: readonly SnapshotDocument[]
    error: unknown
  }[]
}

/** The server's endpoint, and the data that is known before the connection opens. */
export interface Start {
  /** `wss://…/websocket` */
  endpoint: string
  boot: Boot
  /** Renders the whole app into the document. */
  show(app: ReactElement, parts: { client: DdpClient; pages: Navigation; source: ClientDataSource; session: AccountSession }): void
  /** Called when the page is shown and the browser has nothing else to do. */
  onLater?(later: Later, parts: { client: DdpClient; pages: Navigation }): void
  /** Returns the function that navigates to a page. Default: always navigate without reloading the document. */
  createNavigate?(client: DdpClient, pages: Navigation): Navigate
}

/** Returns 20 letters and digits. */
const randomId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(20)), byte => (byte % 36).toString(36)).join('')

/** ms for which the previous page may stay on screen while the data of the next one is loading */
const PREFETCH_TIMEOUT_MS = 300

setErrorTextsSource(async () => (await import('../error-texts.ts')).translateError)

/** A call that fails rejects when the texts of errors are there, so that whoever catches its error can show it in the user's language. */
class AppClient extends DdpClient {
  override call(name: string, params: readonly Ejson[], options?: CallOptions): Promise<Ejson> {
    return super.call(name, params, options).catch(async (error: unknown) => {
      await loadErrorTexts()
      throw error
    })
  }
}

/** The boot data that the server wrote into the document. */
type OwnBoot = Boot & { versions: PageBuild }

function readBoot(): OwnBoot {
  const json = JSON.parse(document.getElementById('boot')!.textContent) as Json
  return decode(json) as unknown as OwnBoot
}

export async function startApp({ endpoint, boot, show, onLater, createNavigate = (_client, pages) => pages.go }: Start): Promise<void> {
  const { lang } = document.documentElement
  if (isLocale(lang)) setActiveLocale(lang)
  const link = new PendingLink(window)
  const invitation = new PendingInvitation(window)
  const { snapshots, settings } = boot
  const client = new AppClient({
    connect: () => browserSocket(endpoint),
    clock: systemClock,
    random: Math.random,
    randomId,
    soon: notify => void (document.hidden ? setTimeout(notify, 50) : requestAnimationFrame(notify)),
  })
  client.hydrate(
    snapshots.flatMap(({ name, params, version, documents }) => (version === null ? [] : [{ name, params, version, documents }])),
  )
  const failed = new Map<string, DdpError>(
    snapshots.flatMap(({ name, params, error }) => (error === null ? [] : [[subscriptionKey(name, params), errorFromWire(error)]])),
  )
  const source = createClientDataSource(client, systemClock, failed, loadErrorTexts)
  const session = new AccountSession({ client, storage: window.localStorage, clock: systemClock, log: message => console.warn(message) })
  const pages = new Navigation(createBrowserHistory(window), wanted => source.prefetch(wanted, PREFETCH_TIMEOUT_MS), {
    isFrame: boot.frame,
    track: loading => source.slowAnswers.track(loading),
  })
  if (pages.shown.matched === null || pages.shown.isPrivate || failed.size > 0) await loadNotFound()
  // The first render must show the errors as the server has rendered them.
  if (failed.size > 0) await loadErrorTexts()
  /** undefined: no page has set a title yet, so the title from the server stays */
  let title: string | null | undefined
  const showTitle: ShowTitle = given => {
    title = given
    const { matched } = pages.shown
    const { name = DEFAULT_SITE_NAME } = readSettings(client.store, settings)
    document.title = withoutControls(
      titleWithSiteName(given ?? matched?.route.head(matched.at, client.store).title ?? document.title, name),
    )
  }
  const showTitleAgain = (): void => {
    if (title !== undefined) showTitle(title)
  }
  pages.listen(showTitleAgain)
  client.store.collection(SITE_SETTINGS).listen(showTitleAgain)
  link.listen(() => session.setPaused(link.current !== null))
  session.setPaused(link.current !== null)
  session.start()
  let userId: string | null = null
  session.listen(() => {
    if (session.state.userId === userId) return
    userId = session.state.userId
    source.retryRefused()
  })
  // If it fails, the push service tells the server when it sends the next message.
  session.onLogout(() => void unsubscribePush().catch(() => {}))
  loginServices(source)
  const queue = new LazyService<LoadedQueue>(async () => {
    const { startQueue: openQueue } = await import('#scores/ui/queue/start-queue.ts')
    return openQueue({ client, session, clock: systemClock, randomId })
  })
  const results = new LazyService(async () => {
    const { startResultQueue } = await import('#events/ui/results/start-result-queue.ts')
    return startResultQueue({ client, session, clock: systemClock })
  })
  const analytics = settings?.analytics
  // Visits are not counted where the script does not come: the page must not wait for it in vain.
  const loadingAnalytics = analytics === undefined ? null : import('./analytics.ts').catch(() => null)
  await pages.load()
  const counting = await loadingAnalytics
  const consent = counting?.startAnalytics(analytics!, { client, session, pages, clock: systemClock, version }) ?? null
  const navigate = createNavigate(client, pages)
  const browser = { session, link, invitation, queue, results, consent, showTitle, navigate }
  show(<Root pages={pages} source={source} settings={settings ?? {}} browser={browser} />, { client, pages, source, session })
  // What arrives must not change a page that React is still taking over.
  await pages.rendered
  client.connect()
  // When the network or the user is back, the next try need not wait. `visibilitychange` bubbles to the window.
  for (const event of ['online', 'focus', 'visibilitychange']) window.addEventListener(event, () => document.hidden || client.connect())
  await whenIdle()
  // A failure is ignored here: they are fetched again with the next connection, and by a page that needs them.
  const fetchQueues = async (): Promise<void> => {
    const isNeeded = session.expected !== null || (await hasDatabases())
    for (const each of [queue, results]) if (isNeeded || each.isWanted) void each.load().catch(() => {})
  }
  client.onStatus(() => void (client.status.status === 'connected' && fetchQueues()))
  session.onLogin(() => void fetchQueues())
  // Another tab may have left something behind.
  document.addEventListener('visibilitychange', () => void (!document.hidden && fetchQueues()))
  void fetchQueues()
  const later = await fetchLater()
  later.startLater(client, session, source, pages)
  onLater?.(later, { client, pages })
}

/** ms after which a browser that does not answer is taken to have databases */
const DATABASES_WITHIN = 3000

/**
 * Whether the pages have ever kept something in a database of this device. If they have not, nothing waits there to be sent, and a visitor
 * needs no queue.
 */
async function hasDatabases(): Promise<boolean> {
  const late = new Promise<boolean>(resolve => setTimeout(() => resolve(true), DATABASES_WITHIN))
  try {
    return await Promise.race([indexedDB.databases().then(({ length }) => length > 0), late])
  } catch {
    // A browser that does not tell, or that has no storage.
    return true
  }
}

/** Ends the subscription of this browser, so that who uses it next does not get the user's messages. */
async function unsubscribePush(): Promise<void> {
  const { unsubscribeHere } = await import('#notifications/ui/push-subscription.ts')
  await unsubscribeHere()
}

type Later = typeof import('./later.ts')

/** ms until a script that did not come is fetched again */
const FETCH_AGAIN_MS = 30_000

/** Fetches the script of what can wait, until it comes. */
async function fetchLater(): Promise<Later> {
  for (;;) {
    try {
      return await import('./later.ts')
    } catch {
      await new Promise(resolve => setTimeout(resolve, FETCH_AGAIN_MS))
    }
  }
}

// Only a document that a server rendered contains the boot data. The mobile app calls `startApp` itself.
if (document.getElementById('boot') !== null) {
  // What watches the user's actions begins at once; the rest is a task of its own, so that a tap need not wait for both.
  watchInstallPrompt()
  const isUnsaved = trackUnsavedInput(document)
  setTimeout(() => void takeOver(isUnsaved))
}

/** Makes the app of the page that the server has rendered. */
async function takeOver(isUnsaved: () => boolean): Promise<void> {
  const { versions, ...boot } = readBoot()
  let subscription: SubscriptionHandle
  await startApp({
    endpoint: `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/websocket`,
    boot: {
      ...boot,
      snapshots: [
        ...boot.snapshots,
        ...heldBuild(versions, document, boot.settings as Fields | undefined).map(held => ({ ...held, error: null })),
      ],
    },
    show: (app, { client }) => {
      // React takes the page over in short pieces, between which the user can scroll and tap; a tap completes the piece that it needs.
      startTransition(() => void hydrateRoot(document.getElementById('root')!, app))
      // Together with the page's subscriptions, so that its documents stay until the server has said that they are right.
      subscription = subscribeToVersions(client)
    },
    onLater: ({ keepCurrent }, { client, pages }) => keepCurrent({ client, pages, versions, isUnsaved, subscription }),
    createNavigate: (client, pages) => showOfflinePage(() => isConnectionLost(client.status), pages.go),
  })
}
