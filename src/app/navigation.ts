import type { SubscriptionRequest } from '#platform/live/route.ts'
import { type Matched, matchPage, subscriptionsOf } from './route-table.tsx'

/** How a navigation scrolls: to the top of the page, not at all, or back to the position where the user left the page. */
export type ScrollTarget = 'top' | 'stay' | 'back'

/** The browser's history: the address of the window, and the scroll position. */
export interface BrowserHistory {
  /** path, query and fragment */
  readonly href: string
  /** Pushes an address onto the history, or replaces the current one by it. Pushing the current address again adds no entry. */
  go(href: string, isReplacing: boolean): void
  /** Calls the listener when the user goes back or forward in the history. */
  onBack(listener: () => void): void
  /** Sets the scroll position. Called when the page is rendered. */
  scrollTo(scroll: ScrollTarget): void
}

/** The page that is shown, and its changes. On the server it never changes. */
export interface PageState {
  readonly shown: CurrentPage
  listen(listener: () => void): () => void
  /** Called when the page is rendered. */
  /** @param shown the page that is on the screen now */
  onRendered(shown: CurrentPage): void
}

/**
 * @property matched null if there is no page at the address; `scroll` undefined for the first page
 * @property isPrivate the page began as a neutral frame, and is rendered inside `PrivatePage`
 */
export interface CurrentPage {
  readonly matched: Matched | null
  readonly isPrivate: boolean
  readonly scroll?: ScrollTarget
}

export const staticPage = (matched: Matched | null, isPrivate: boolean): PageState => ({
  shown: { matched, isPrivate },
  listen: () => () => {},
  onRendered: () => {},
})

interface NavigationOptions {
  isFrame?: boolean | undefined
  track?(loading: Promise<void>): Promise<void>
}

/**
 * Navigates between pages. The address changes at once; the page changes when its module is loaded and its data has arrived or has had time
 * to. If navigations overlap, the last one wins.
 */
export class Navigation implements PageState {
  readonly #history: BrowserHistory
  readonly #prefetch: (requests: SubscriptionRequest[]) => Promise<void>
  readonly #track: (loading: Promise<void>) => Promise<void>
  readonly #listeners = new Set<() => void>()
  #current: CurrentPage
  #pendingScroll: ScrollTarget | null = null
  #onFirstRender: (() => void) | null = null
  #navigationCount = 0

  /** Resolves when the first page is rendered. */
  readonly rendered = new Promise<void>(resolve => {
    this.#onFirstRender = resolve
  })

  /**
   * @param prefetch starts a page's subscriptions before the page is shown; resolves when they have answered or the time for them is over
   * @param options `isFrame`: the server has rendered a neutral frame in place of the first page; `track` is told of every page that is being
   * loaded, to say so where that takes long
   */
  constructor(
    history: BrowserHistory,
    prefetch: (requests: SubscriptionRequest[]) => Promise<void>,
    { isFrame = false, track = loading => loading }: NavigationOptions = {},
  ) {
    this.#history = history
    this.#prefetch = prefetch
    this.#track = track
    const matched = matchPage(history.href)
    this.#current = { matched, isPrivate: isFrame || matched?.route.privacy === 'hidden' }
    history.onBack(() => void this.#navigate('back'))
  }

  get shown(): CurrentPage {
    return this.#current
  }

  /** Loads the module of the first page, and its data unless the page begins as a frame without any. */
  async load(): Promise<void> {
    const { matched, isPrivate } = this.#current
    await this.#loadPage(matched, isPrivate)
  }

  readonly go = (href: string, how?: 'stay' | 'replace'): Promise<void> => {
    this.#history.go(href, how === 'replace')
    return this.#navigate(how === 'stay' ? how : 'top')
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  onRendered(shown: CurrentPage): void {
    this.#onFirstRender?.()
    if (shown !== this.#current) return
    if (this.#pendingScroll !== null) this.#history.scrollTo(this.#pendingScroll)
    this.#pendingScroll = null
  }

  async #navigate(scroll: ScrollTarget): Promise<void> {
    const navigation = ++this.#navigationCount
    const matched = matchPage(this.#history.href)
    // Only the fragment differs from the page that is shown: the browser scrolls there.
    if (scroll === 'back' && matched !== null && matched.url === this.#current.matched?.url) {
      this.#history.scrollTo('stay')
      return
    }
    await this.#track(this.#loadPage(matched))
    if (navigation !== this.#navigationCount) return
    const { matched: previous, isPrivate } = this.#current
    this.#current = { matched, isPrivate: isPrivate && matched?.route === previous?.route, scroll }
    this.#pendingScroll = scroll
    for (const listener of [...this.#listeners]) listener()
  }

  async #loadPage(matched: Matched | null, isFrame = false): Promise<void> {
    if (matched === null) return
    await matched.route.load()
    if (!isFrame) await this.#prefetch(subscriptionsOf(matched))
  }
}
