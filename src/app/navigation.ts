import type { SubscriptionRequest } from '../platform/live/route.ts'
import { type Matched, matchPage, wantedBy } from './route-table.tsx'

/** How somebody comes to a page: to its top, staying where they are in it, or back to where they were. */
export type Arrival = 'top' | 'stay' | 'back'

/** The address of the window, and where in the page its reader is. */
export interface HistoryPlace {
  /** path, query and fragment */
  readonly href: string
  /** Moves on; the same address again is no second step. */
  go(href: string): void
  /** Hears of steps back and forth. */
  onBack(listener: () => void): void
  /** Scrolls, once the page is there. */
  arrive(how: Arrival): void
}

/** What is shown now; the server has one that never changes. */
export interface Showing {
  readonly shown: CurrentPage
  listen(listener: () => void): () => void
  /** The page is there. */
  arrived(): void
}

/** @property matched null: there is no page at the address; `how` undefined: the first page */
export interface CurrentPage {
  readonly matched: Matched | null
  readonly how?: Arrival
}

export const still = (matched: Matched | null): Showing => ({ shown: { matched }, listen: () => () => {}, arrived: () => {} })

/** Goes from page to page: the address at once, the page when its module is here and its data has had time to come. The last word counts. */
export class Navigation implements Showing {
  readonly #place: HistoryPlace
  readonly #prepare: (wanted: SubscriptionRequest[]) => Promise<void>
  readonly #listeners = new Set<() => void>()
  #shown: CurrentPage
  #arrival: Arrival | null = null
  #turn = 0

  /** @param prepare asks for a page's subscriptions before it is shown */
  constructor(place: HistoryPlace, prepare: (wanted: SubscriptionRequest[]) => Promise<void>) {
    this.#place = place
    this.#prepare = prepare
    this.#shown = { matched: matchPage(place.href) }
    place.onBack(() => void this.#move('back'))
  }

  get shown(): CurrentPage {
    return this.#shown
  }

  /** Makes the page of the first address ready. */
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
    // A fragment of the page that is shown: the browser goes there.
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
