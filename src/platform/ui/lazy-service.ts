/** A part of the app in a separate script that is loaded after the page. It loads the script, and holds what that has made. */
export class LazyService<Service> {
  readonly #fetch: () => Promise<Service>
  readonly #listeners = new Set<() => void>()
  #loading: Promise<Service> | null = null
  #service: Service | null = null
  #isWanted = false

  /** @param fetch fetches the script */
  constructor(fetch: () => Promise<Service>) {
    this.#fetch = fetch
  }

  /** null until it is loaded */
  readonly current = (): Service | null => this.#service

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whether something has asked for it, even if it could not be loaded. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  /** Loads it unless it is loaded already. After a failure, the next call tries again. */
  load(): Promise<Service> {
    this.#isWanted = true
    this.#loading ??= this.#fetch().then(
      service => {
        this.#service = service
        for (const listener of this.#listeners) listener()
        return service
      },
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }
}
