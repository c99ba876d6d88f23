import { Browser } from '@capacitor/browser'
import { PATREON_APP_LINK, SIGN_IN_APP_LINK } from '../../platform/app-links.ts'

/**
 * Storage key of the visit that has begun: the credential token of a login, which no address and no other app gets; empty for other visits.
 */
const STORAGE_KEY = 'skillshot visit'

const newToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')

/** True for the address where a visit to a login service begins. */
const beginsLogin = (url: URL): boolean => /^\/_oauth\/[^/]+\/begin$/.test(url.pathname)

/**
 * Visits to login services and to Patreon. They happen in a browser that the system shows inside the app: these sites refuse web views, and
 * the user is often signed in there already. The server sends that browser back by a link of the app.
 */
export class Visits {
  readonly #server: string

  constructor(server: string) {
    this.#server = server
  }

  /** @param address of this server or another site */
  readonly open = (address: string): void => {
    const url = new URL(address, this.#server)
    let credentialToken = ''
    if (url.origin === this.#server && beginsLogin(url)) {
      credentialToken = newToken()
      url.searchParams.set('style', 'shell')
      url.searchParams.set('credentialToken', credentialToken)
    }
    sessionStorage.setItem(STORAGE_KEY, credentialToken)
    void Browser.open({ url: url.href })
  }

  /** Opens links to login services by itself, before a page or the browser does. */
  watchLinks(): void {
    const onClick = (event: MouseEvent): void => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      if (anchor === null || event.button !== 0 || !URL.canParse(anchor.href)) return
      const url = new URL(anchor.href)
      if (url.origin !== this.#server || !beginsLogin(url)) return
      event.preventDefault()
      event.stopPropagation()
      this.open(url.href)
    }
    document.addEventListener('click', onClick, { capture: true })
  }

  /**
   * Ends the visit that a link comes back from.
   * @returns the path where it goes on; null: no visit has begun, so another app or page has made up the link
   */
  takeReturn(link: string): string | null {
    const credentialToken = sessionStorage.getItem(STORAGE_KEY)
    if (credentialToken === null) return null
    sessionStorage.removeItem(STORAGE_KEY)
    const fields = new URLSearchParams(link.slice(link.indexOf('#') + 1))
    if (link.startsWith(PATREON_APP_LINK)) return `/patreon/confirm?${fields}`
    if (!link.startsWith(SIGN_IN_APP_LINK)) return null
    fields.set('credentialToken', credentialToken)
    return `/sign-in/finish#${fields}`
  }
}

/** Closes the browser that a visit was in. Systems close it by themselves where they cannot be asked to. */
export const closeBrowser = (): Promise<void> => Browser.close().catch(() => {})
