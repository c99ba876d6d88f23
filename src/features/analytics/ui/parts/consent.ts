import { createContext } from 'react'

/** Under which the browser keeps what its visitor chose: `yes` or `no`. */
const KEPT = 'skillshot analytics'

export type ConsentChoice = 'yes' | 'no'

/** What a browser says of its visitor's wishes. */
export interface Wishes {
  readonly globalPrivacyControl?: boolean
  readonly doNotTrack?: string | null
}

/** Whether a visit may be counted: where the browser asks for privacy only after a yes, elsewhere until a no. */
export class Consent {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly #private: boolean
  readonly #listeners = new Set<() => void>()

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, { globalPrivacyControl, doNotTrack }: Wishes) {
    this.#storage = storage
    this.#private = globalPrivacyControl === true || doNotTrack === '1'
  }

  get given(): boolean {
    const choice = this.#storage.getItem(KEPT)
    return this.#private ? choice === 'yes' : choice !== 'no'
  }

  choose(choice: ConsentChoice): void {
    this.#storage.setItem(KEPT, choice)
    for (const listener of [...this.#listeners]) listener()
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** null: nothing is counted here, or nobody looks yet */
export const ConsentContext = createContext<Consent | null>(null)
