import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
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
  readonly #enders: (() => void)[] = []
  #userId: string | null
  /** True if the server has confirmed the login: one by the token of an earlier visit may still be refused. */
  #sure = false
  #visitor: Visitor = null
  #href: string | null = null
  #view: Timer | null = null
  #said: Promise<unknown> = Promise.resolve()
  #ended = false

  constructor(options: TrackerOptions) {
    const { session } = options
    this.#options = options
    this.#userId = session.expected
    if (this.#userId !== null) this.#identify(this.#userId)
    this.#enders.push(session.listen(() => this.#follow()))
    this.#follow()
    this.arrived('on')
  }

  /** Called when another page is shown. @param how `back`: by a step in the browser's history */
  arrived(how: 'on' | 'back'): void {
    if (this.#ended) return
    const { clock, collector, page } = this.#options
    const { href } = page()
    if (href === this.#href) return
    this.#href = href
    this.#view?.cancel()
    this.#view = clock.after(how === 'back' ? BACK_DELAY : PAGE_DELAY, () =>
      this.#say((properties, seen) => collector.page(seen, properties('now'))),
    )
  }

  /** Stops reporting and forgets the visitor. */
  end(): void {
    this.#ended = true
    this.#view?.cancel()
    for (const end of this.#enders) end()
    void this.#options.collector.forget()
  }

  #follow(): void {
    const { session } = this.#options
    const { userId } = session.state
    if (userId === null && session.expected !== null) return
    if (userId === this.#userId) {
      this.#sure = true
      return
    }
    if (this.#userId !== null && this.#sure) this.#signedOut(this.#visitor ?? { userId: this.#userId, username: null })
    this.#userId = userId
    this.#sure = true
    if (userId === null) return
    const { collector } = this.#options
    this.#identify(userId)
    this.#say((properties, page) => collector.track('Signed in', properties('now'), page))
  }

  #identify(userId: string): void {
    const { collector, email } = this.#options
    this.#say(async (properties, page) => {
      if (this.#userId !== userId) return
      const traits = { ...properties('now'), email: await email().catch(() => null) }
      if (this.#userId === userId) await collector.identify(userId, traits, page)
    })
  }

  #signedOut(left: Visitor): void {
    const { collector } = this.#options
    this.#say(async (properties, page) => {
      await collector.track('Signed out', properties(left), page)
      await collector.forget()
    })
  }

  /** Queues a report. @param word gets the page as it is now, and the visitor as known when the report is sent */
  #say(word: (properties: (of: Visitor | 'now') => Properties, page: SeenPage) => Promise<unknown>): void {
    const { app, page } = this.#options
    const { title, path } = page()
    this.#said = this.#said
      .then(() => this.#known())
      .then(visitor => {
        if (!this.#ended) return word(of => trackedProperties(of === 'now' ? visitor : of, app, title), { title, path })
      })
      // The visitor need not know that the service is unreachable.
      .catch(() => undefined)
  }

  /** Resolves with the visitor as soon as it is known. */
  #known(): Promise<Visitor> {
    const { session, username, onNames } = this.#options
    const now = (): Visitor | undefined => {
      const { userId } = session.state
      if (userId === null) return session.expected === null ? null : undefined
      const name = username(userId)
      return name === undefined ? undefined : { userId, username: name }
    }
    return new Promise(resolve => {
      const enders: (() => void)[] = []
      const look = (): void => {
        const visitor = now()
        if (visitor === undefined) return
        for (const end of enders) end()
        this.#visitor = visitor
        resolve(visitor)
      }
      enders.push(session.listen(look), onNames(look))
      look()
    })
  }
}
