import { App } from '@capacitor/app'
import { isReturnLink, type OpenedLink, parseOpenedLink } from './server-address.ts'
import { closeBrowser, type ExternalVisits } from './visits.ts'

/** Receives the links that the device passes to this app while it runs. */
export class Links {
  readonly #listeners = new Set<() => void>()
  #foreignUrl: OpenedLink | null = null
  /** Navigates to a path of the chosen server. */
  navigate: (path: string) => void = () => {}

  constructor(server: string, visits: ExternalVisits) {
    void App.addListener('appUrlOpen', ({ url }) => {
      if (isReturnLink(url)) {
        void closeBrowser()
        const path = visits.takeReturn(url)
        if (path !== null) this.navigate(path)
        return
      }
      const opened = parseOpenedLink(url)
      if (opened === null) return
      this.#set(opened.server === server ? null : opened)
      if (opened.server === server) this.navigate(opened.path)
    })
  }

  /** A link of another server, until the user has decided what to do with it. */
  get foreign(): OpenedLink | null {
    return this.#foreignUrl
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly dismissForeign = (): void => this.#set(null)

  #set(foreign: OpenedLink | null): void {
    this.#foreignUrl = foreign
    for (const listener of this.#listeners) listener()
  }
}
