import type { SubscriptionRequest } from '../platform/live/route.ts'
import { type Matched, matchPage, wantedBy } from './route-table.tsx'

/** How a navigation scrolls: to the top of the page, not at all, or back to the position where the user left the page. */
export type Arrival = 'top' | 'stay' | 'back'

/** The browser's history: the address of the window, and the scroll position. */
export interface HistoryPlace {
  /** path, query and fragment */
  readonly href: string
  /** Pushes an address onto the history. Pushing the current address again adds no entry. */
  go(href: string): void
  /** Calls the listener when the user goes back or forward in the history. */
  onBack(listener: () => void): void
  /** Sets the scroll position. Called when the page is rendered. */
  arrive(how: Arrival): void
}

/** The page that is shown, and its changes. On the server it never changes. */
export interface Showing {
  readonly shown: CurrentPage
  listen(listener: () => void): () => void
  /** Called when the page is rendered. */
  arrived(): void
}

/** @property matched null if there is no page at the address; `how` undefined for the first page */
export interface CurrentPage {
  readonly matched: Matched | null
  readonly how?: Arrival
}

export const still = (matched: Matched | null): Showing => ({ shown: { matched }, listen: () => () => {}, arrived: () => {} })

/**
 * Navigates between pages. The address changes at once; the page changes when its module is loaded and its data has arrived or has had time
 * to. If navigations overlap, the last one wins.
 */
export class Navigation implements Showing {
  readonly #place: HistoryPlace
  readonly #prepare: (wanted: SubscriptionRequest[]) => Promise<void>
  readonly #listeners = new Set<() => void>()
  #shown: CurrentPage
  #arrival: Arrival | null = null
  #turn = 0

  /**
   * @param prepare starts a page's subscriptions before the page is shown; resolves when they have answered or the time for them is over
   */
  constructor(place: HistoryPlace, prepare: (wanted: SubscriptionRequest[]) => Promise<void>) {
    this.#place = place
    this.#prepare = prepare
    this.#shown = { matched: matchPage(place.href) }
    place.onBack(() => void this.#move('back'))
  }

  get shown(): CurrentPage {
    return this.#shown
  }

  /** Loads the module and the data of the first page. */
  async load(): Promise<void> {
    await this.#ready(this.#shown.matched)
  }

  readonly go = (href: string, stay?: 'stay'): Promise<void> => {
    this.#place.go(href)
    return this.#move(stay ?? 'top')
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  arrived(): void {
    if (this.#arrival !== null) this.#place.arrive(this.#arrival)
    this.#arrival = null
  }

  async #move(arrival: Arrival): Promise<void> {
    const turn = ++this.#turn
    const matched = matchPage(this.#place.href)
    // Only the fragment differs from the page that is shown: the browser scrolls there.
    if (arrival === 'back' && matched !== null && matched.url === this.#shown.matched?.url) {
      this.#place.arrive('stay')
      return
    }
    await this.#ready(matched)
    if (turn !== this.#turn) return
    this.#shown = { matched, how: arrival }
    this.#arrival = arrival
    for (const listener of [...this.#listeners]) listener()
  }

  async #ready(matched: Matched | null): Promise<void> {
    if (matched === null) return
    await matched.route.load()
    await this.#prepare(wantedBy(matched))
  }
}
