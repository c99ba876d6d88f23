import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { BACK_DELAY, PAGE_DELAY, type Properties, type TrackedApp, trackedProperties, type Visitor } from '../rules.ts'

/** A page as it is reported to the service. */
export interface SeenPage {
  title: string
  /** without query and fragment */
  path: string
}

/** The service's client. Each promise resolves when the report has been sent. */
export interface Collector {
  page(page: SeenPage, properties: Properties): Promise<unknown>
  identify(userId: string, traits: Properties & { email: string | null }, page: SeenPage): Promise<unknown>
  track(event: string, properties: Properties, page: SeenPage): Promise<unknown>
  /** Forgets the current visitor. */
  forget(): Promise<unknown>
}

export interface TrackerOptions {
  collector: Collector
  clock: Clock
  app: TrackedApp
  session: {
    readonly state: { readonly userId: string | null }
    /** id of the user who is signed in, or who probably will be once the server has answered */
    readonly expected: string | null
    listen(listener: () => void): () => void
  }
  /** undefined: not known yet; null: the user has none */
  username(userId: string): string | null | undefined
  /** The listener is called when names become known. */
  onNames(listener: () => void): () => void
  /** e-mail address of the user who is signed in */
  email(): Promise<string | null>
  page(): SeenPage & { href: string }
}

/** Reports page views, sign-ins and sign-outs to the service, one after the other. Each report waits until the visitor is known. */
export class Tracker {
  readonly #options: TrackerOptions
  readonly #unsubscribers: (() => void)[] = []
  #userId: string | null
  /** True if the server has confirmed the login: one by the token of an earlier visit may still be refused. */
  #isConfirmed = false
  #visitor: Visitor = null
  #href: string | null = null
  #viewTimer: Timer | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #ended = false

  constructor(options: TrackerOptions) {
    const { session } = options
    this.#options = options
    this.#userId = session.expected
    if (this.#userId !== null) this.#identify(this.#userId)
    this.#unsubscribers.push(session.listen(() => this.#onSessionChange()))
    this.#onSessionChange()
    this.pageShown('on')
  }

  /** Called when another page is shown. @param navigation `back`: by a step in the browser's history */
  pageShown(navigation: 'on' | 'back'): void {
    if (this.#ended) return
    const { clock, collector, page } = this.#options
    const { href } = page()
    if (href === this.#href) return
    this.#href = href
    this.#viewTimer?.cancel()
    this.#viewTimer = clock.after(navigation === 'back' ? BACK_DELAY : PAGE_DELAY, () =>
      this.#enqueue((properties, seen) => collector.page(seen, properties('now'))),
    )
  }

  /** Stops reporting and forgets the visitor. */
  end(): void {
    this.#ended = true
    this.#viewTimer?.cancel()
    for (const end of this.#unsubscribers) end()
    void this.#options.collector.forget()
  }

  #onSessionChange(): void {
    const { session } = this.#options
    const { userId } = session.state
    if (userId === null && session.expected !== null) return
    if (userId === this.#userId) {
      this.#isConfirmed = true
      return
    }
    if (this.#userId !== null && this.#isConfirmed) this.#reportSignOut(this.#visitor ?? { userId: this.#userId, username: null })
    this.#userId = userId
    this.#isConfirmed = true
    if (userId === null) return
    const { collector } = this.#options
    this.#identify(userId)
    this.#enqueue((properties, page) => collector.track('Signed in', properties('now'), page))
  }

  #identify(userId: string): void {
    const { collector, email } = this.#options
    this.#enqueue(async (properties, page) => {
      if (this.#userId !== userId) return
      const traits = { ...properties('now'), email: await email().catch(() => null) }
      if (this.#userId === userId && !this.#ended) await collector.identify(userId, traits, page)
    })
  }

  #reportSignOut(visitorBefore: Visitor): void {
    const { collector } = this.#options
    this.#enqueue(async (properties, page) => {
      await collector.track('Signed out', properties(visitorBefore), page)
      await collector.forget()
    })
  }

  /** Queues a report. @param send gets the page as it is now, and the visitor as known when the report is sent */
  #enqueue(send: (properties: (of: Visitor | 'now') => Properties, page: SeenPage) => Promise<unknown>): void {
    const { app, page } = this.#options
    const { title, path } = page()
    this.#queue = this.#queue
      .then(() => this.#waitForVisitor())
      .then(visitor => {
        if (!this.#ended) return send(of => trackedProperties(of === 'now' ? visitor : of, app, title), { title, path })
      })
      // The visitor need not know that the service is unreachable.
      .catch(() => undefined)
  }

  /** Resolves with the visitor as soon as it is known. */
  #waitForVisitor(): Promise<Visitor> {
    const { session, username, onNames } = this.#options
    const currentVisitor = (): Visitor | undefined => {
      const { userId } = session.state
      if (userId === null) return session.expected === null ? null : undefined
      const name = username(userId)
      return name === undefined ? undefined : { userId, username: name }
    }
    return new Promise(resolve => {
      const unsubscribers: (() => void)[] = []
      const check = (): void => {
        const visitor = currentVisitor()
        if (visitor === undefined) return
        for (const end of unsubscribers) end()
        this.#visitor = visitor
        resolve(visitor)
      }
      unsubscribers.push(session.listen(check), onNames(check))
      check()
    })
  }
}
