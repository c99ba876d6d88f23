import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import { BACK_DELAY, PAGE_DELAY, type Properties, type TrackedApp, trackedProperties, type Visitor } from '../rules.ts'

/** A page as the service is told of it. */
export interface SeenPage {
  title: string
  /** without query and fragment */
  path: string
}

/** What the service's client does; each resolves when its word is on the way. */
export interface Collector {
  page(page: SeenPage, properties: Properties): Promise<unknown>
  identify(userId: string, traits: Properties & { email: string | null }, page: SeenPage): Promise<unknown>
  track(event: string, properties: Properties, page: SeenPage): Promise<unknown>
  /** Drops who it thinks looks. */
  forget(): Promise<unknown>
}

export interface TrackerOptions {
  collector: Collector
  clock: Clock
  app: TrackedApp
  session: {
    readonly state: { readonly userId: string | null }
    /** who is signed in, or will be as soon as the server has answered */
    readonly expected: string | null
    listen(listener: () => void): () => void
  }
  /** undefined: not known yet; null: has none */
  username(userId: string): string | null | undefined
  /** Hears of names that come. */
  onNames(listener: () => void): () => void
  /** of who is signed in */
  email(): Promise<string | null>
  page(): SeenPage & { href: string }
}

/** Tells the service of page views and of who signs in and out. One word after the other, each when it is known who looks. */
export class Tracker {
  readonly #options: TrackerOptions
  readonly #enders: (() => void)[] = []
  #userId: string | null
  /** Whether the server has said so: who comes back by a token of an earlier visit may be refused. */
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

  /** Another page is shown. @param how `back`: by a step of the history */
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

  /** Says nothing more, and forgets who looked. */
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

  /** @param word gets the page of now, and who looks when it is said */
  #say(word: (properties: (of: Visitor | 'now') => Properties, page: SeenPage) => Promise<unknown>): void {
    const { app, page } = this.#options
    const { title, path } = page()
    this.#said = this.#said
      .then(() => this.#known())
      .then(visitor => {
        if (!this.#ended) return word(of => trackedProperties(of === 'now' ? visitor : of, app, title), { title, path })
      })
      // A service that is away is nothing that a visitor should hear of.
      .catch(() => undefined)
  }

  /** Who looks, as soon as that is known. */
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
