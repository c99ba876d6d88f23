import { Browser } from '@capacitor/browser'
import { PATREON_APP_LINK, SIGN_IN_APP_LINK } from '#platform/app-links.ts'

/** Storage key of the visit that has begun. The system may end the app meanwhile, so it is kept in what outlives the app. */
export const VISIT_KEY = 'skillshot visit'
/** ms after which the server takes nothing from a visit any more */
const VISIT_MS = 600_000

interface Visit {
  /** what a login is fetched with, which no address and no other app gets; empty for other visits */
  credentialToken: string
  /** ms */
  begunAt: number
}

/** Takes the visit that has begun out of the storage. @returns null: none has, or too long ago */
function takeVisit(): Visit | null {
  const text = localStorage.getItem(VISIT_KEY)
  if (text === null) return null
  localStorage.removeItem(VISIT_KEY)
  const visit = JSON.parse(text) as Visit
  return Date.now() - visit.begunAt < VISIT_MS ? visit : null
}

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
export class ExternalVisits {
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
    localStorage.setItem(VISIT_KEY, JSON.stringify({ credentialToken, begunAt: Date.now() } satisfies Visit))
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
    const visit = takeVisit()
    if (visit === null) return null
    const fields = new URLSearchParams(link.slice(link.indexOf('#') + 1))
    if (link.startsWith(PATREON_APP_LINK)) return `/patreon/confirm?${fields}`
    if (!link.startsWith(SIGN_IN_APP_LINK)) return null
    fields.set('credentialToken', visit.credentialToken)
    return `/sign-in/finish#${fields}`
  }
}

/** Closes the browser that a visit was in. Systems close it by themselves where they cannot be asked to. */
export const closeBrowser = (): Promise<void> => Browser.close().catch(() => {})
