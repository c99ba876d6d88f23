import { readInvitation } from '../rules.ts'

/** The parts of `window` that `PendingInvitation` needs. */
export interface InvitationWindow {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, url: string): void }
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  addEventListener(type: 'hashchange', listener: () => void): void
}

const KEY = 'Skillshot.invitation'

/**
 * The token of the invitation that this tab was opened with. It is removed from the address at once, and the tab's session storage keeps it
 * across a reload until an account has been created. If the browser forbids storage, it is kept in memory.
 */
export class PendingInvitation {
  readonly #window: InvitationWindow
  readonly #listeners = new Set<() => void>()
  #token: string | null = null

  /** Must run before other code reads the address. */
  constructor(window: InvitationWindow) {
    this.#window = window
    this.#token = this.#withStorage(storage => storage.getItem(KEY)) ?? null
    this.#readAddress()
    window.addEventListener('hashchange', () => this.#readAddress())
  }

  get token(): string | null {
    return this.#token
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The token was used, or is no longer of use. */
  drop(): void {
    if (this.#token === null) return
    this.#withStorage(storage => storage.removeItem(KEY))
    this.#set(null)
  }

  #readAddress(): void {
    const { location, history } = this.#window
    const token = readInvitation(location.hash)
    if (token === null) return
    history.replaceState(history.state, '', location.pathname + location.search)
    this.#withStorage(storage => storage.setItem(KEY, token))
    this.#set(token)
  }

  #set(token: string | null): void {
    this.#token = token
    for (const listener of this.#listeners) listener()
  }

  /** @returns undefined if the browser forbids storage */
  #withStorage<T>(use: (storage: InvitationWindow['sessionStorage']) => T): T | undefined {
    try {
      return use(this.#window.sessionStorage)
    } catch {
      return undefined
    }
  }
}
