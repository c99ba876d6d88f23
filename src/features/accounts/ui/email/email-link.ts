/** What the link of an e-mail is for. */
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

/** The parts of `window` that `PendingLink` needs. */
export interface AddressBar {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void }
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void
}

/**
 * The e-mail link that this page was opened with, until it has been handled. It is removed from the address at once and kept in memory
 * only.
 */
export class PendingLink {
  readonly #addressBar: AddressBar
  readonly #listeners = new Set<() => void>()
  #current: AccountLink | null = null
  /** path and query of the page that it was found on */
  #foundAt = ''

  /** Must run before other code reads the address. */
  constructor(addressBar: AddressBar) {
    this.#addressBar = addressBar
    this.#readAddress()
    addressBar.addEventListener('hashchange', () => this.#readAddress())
    // Navigation to another page, also through the history, drops the link.
    addressBar.addEventListener('popstate', () => {
      if (!this.#readAddress() && this.#page() !== this.#foundAt) this.done()
    })
  }

  get current(): AccountLink | null {
    return this.#current
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The link has been handled or dismissed. */
  done(): void {
    if (this.#current !== null) this.#set(null)
  }

  #readAddress(): boolean {
    const { location, history } = this.#addressBar
    const link = readLink(location.hash)
    if (link === null) return false
    this.#foundAt = this.#page()
    history.replaceState(history.state, '', this.#foundAt)
    this.#set(link)
    return true
  }

  #page(): string {
    const { pathname, search } = this.#addressBar.location
    return pathname + search
  }

  #set(link: AccountLink | null): void {
    this.#current = link
    for (const listener of this.#listeners) listener()
  }
}
