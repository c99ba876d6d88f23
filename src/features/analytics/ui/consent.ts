/** Storage key of the visitor's choice: `yes` or `no`. */
const STORAGE_KEY = 'skillshot analytics'

export type ConsentChoice = 'yes' | 'no'

/** The privacy settings of the browser. */
export interface PrivacySettings {
  readonly globalPrivacyControl?: boolean
  readonly doNotTrack?: string | null
}

/** Whether visits may be counted. If the browser asks for privacy, only after the visitor has agreed, else until the visitor refuses. */
export class Consent {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly #private: boolean
  readonly #listeners = new Set<() => void>()

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, { globalPrivacyControl, doNotTrack }: PrivacySettings) {
    this.#storage = storage
    this.#private = globalPrivacyControl === true || doNotTrack === '1'
  }

  get given(): boolean {
    const choice = this.#storage.getItem(STORAGE_KEY)
    return this.#private ? choice === 'yes' : choice !== 'no'
  }

  choose(choice: ConsentChoice): void {
    this.#storage.setItem(STORAGE_KEY, choice)
    this.#notify()
  }

  /** Handles the window's `storage` event: in another tab the visitor has chosen, or the storage was cleared, for which `key` is null. */
  readonly onStorage = ({ key }: { readonly key: string | null }): void => {
    if (key === STORAGE_KEY || key === null) this.#notify()
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
