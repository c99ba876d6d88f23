/** What a mail's link is for. */
export type LinkKind = 'reset-password' | 'verify-email' | 'enroll-account'

export interface AccountLink {
  kind: LinkKind
  token: string
}

/** @param hash of an address: `#/reset-password/TOKEN`, with or without the first slash */
export function readLink(hash: string): AccountLink | null {
  const [, kind, token] = /^#\/?(reset-password|verify-email|enroll-account)\/(.+)$/.exec(hash) ?? []
  return kind === undefined || token === undefined ? null : { kind: kind as LinkKind, token }
}

/** What it needs of a browser's window. */
export interface AddressBar {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void }
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void
}

/** The link of a mail that this page was opened with, until it has been dealt with. It stands in memory alone: the address loses it at once. */
export class PendingLink {
  readonly #bar: AddressBar
  readonly #listeners = new Set<() => void>()
  #current: AccountLink | null = null
  /** the page it was found on */
  #found = ''

  /** Before anything else looks at the address. */
  constructor(bar: AddressBar) {
    this.#bar = bar
    this.#take()
    bar.addEventListener('hashchange', () => this.#take())
    // Going to another page, in history too, leaves the link behind.
    bar.addEventListener('popstate', () => {
      if (!this.#take() && this.#page() !== this.#found) this.done()
    })
  }

  get current(): AccountLink | null {
    return this.#current
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Dealt with, or dismissed. */
  done(): void {
    if (this.#current !== null) this.#set(null)
  }

  #take(): boolean {
    const { location, history } = this.#bar
    const link = readLink(location.hash)
    if (link === null) return false
    this.#found = this.#page()
    history.replaceState(history.state, '', this.#found)
    this.#set(link)
    return true
  }

  #page(): string {
    const { pathname, search } = this.#bar.location
    return pathname + search
  }

  #set(link: AccountLink | null): void {
    this.#current = link
    for (const listener of this.#listeners) listener()
  }
}
