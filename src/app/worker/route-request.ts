/** How the worker handles a request; `other`: not at all. */
export type Kind = 'asset' | 'page' | 'picture' | 'other'

/** The properties of a request that determine how it is handled. */
export type RequestFacts = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>

/** @param origin of the site */
export function classifyRequest({ method, mode, destination, url }: RequestFacts, origin: string): Kind {
  const { origin: theirs, pathname } = new URL(url)
  if (method !== 'GET' || theirs !== origin) return 'other'
  // What a page of another site shows in a frame is not kept on the device, and says nothing of the pages that are. Nor is what other programs
  // and their authors read, or the address at which another site's request to sign in begins a page.
  if (mode === 'navigate') return /^\/(embed|api|oauth\/authorize)(\/|$)/.test(pathname) ? 'other' : 'page'
  if (pathname.startsWith('/assets/') || pathname === '/icon.svg') return 'asset'
  return destination === 'image' && pathname.startsWith('/storage/') ? 'picture' : 'other'
}

const PRIVATE = /^\/(admin|consent|patreon|groups\/join|events\/claim|v)(\/|$)/
const SECRETS = ['token', 'code', 'state']

/**
 * True if the page at a path may be cached. Pages that only some users may see, and pages with a secret in the address, may not; those of QR
 * codes need not, because the submit form is shown at their addresses.
 * @param path with its query
 */
export function isCacheablePath(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://site.invalid')
  return !PRIVATE.test(pathname) && !SECRETS.some(name => searchParams.has(name))
}

/** Returns the key under which a page is cached: its address without the fragment. The offline page has one key, whatever its query. */
export function pagePath(url: string, offline: string): string {
  const { pathname, search } = new URL(url)
  return pathname === offline ? pathname : pathname + search
}

/** Returns where to redirect to if a page is not cached: the empty submit form instead of the form for a machine, else the offline page. */
export function fallbackFor(path: string, { submit, offline }: { submit: string; offline: string }): string {
  if (path.startsWith(`${submit}?`)) return submit
  return path === offline || !isCacheablePath(path) ? offline : `${offline}?page=${encodeURIComponent(path)}`
}

/**
 * True if the cached submit form is shown at this address itself, when there is no answer: what it says about a venue and a machine of it is
 * found on the device.
 */
export function showsSubmitForm(path: string, submit: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://site.invalid')
  return /^\/v\/[^/]+\/[^/]+\/?$/.test(pathname) || (pathname === submit && searchParams.has('venue'))
}
