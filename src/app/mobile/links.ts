import { App } from '@capacitor/app'
import { isReturnLink, type Opened, readOpened } from './server-address.ts'
import { closeBrowser, type Visits } from './visits.ts'

/** Receives the links that the device passes to this app while it runs. */
export class Links {
  readonly #listeners = new Set<() => void>()
  #foreignUrl: Opened | null = null
  /** Navigates to a path of the chosen server. */
  navigate: (path: string) => void = () => {}

  constructor(server: string, visits: Visits) {
    void App.addListener('appUrlOpen', ({ url }) => {
      if (isReturnLink(url)) {
        void closeBrowser()
        const path = visits.takeReturn(url)
        if (path !== null) this.navigate(path)
        return
      }
      const opened = readOpened(url)
      if (opened === null) return
      this.#set(opened.server === server ? null : opened)
      if (opened.server === server) this.navigate(opened.path)
    })
  }

  /** A link of another server, until the user has decided what to do with it. */
  get foreign(): Opened | null {
    return this.#foreignUrl
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly dismissForeign = (): void => this.#set(null)

  #set(foreign: Opened | null): void {
    this.#foreignUrl = foreign
    for (const listener of this.#listeners) listener()
  }
}
