/** How the worker treats a request; `other`: not at all. */
export type Kind = 'asset' | 'page' | 'picture' | 'other'

/** The part of a request that decides it. */
export type Asked = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>

/** @param origin the site's own */
export function classifyRequest({ method, mode, destination, url }: Asked, origin: string): Kind {
  const { origin: theirs, pathname } = new URL(url)
  if (method !== 'GET' || theirs !== origin) return 'other'
  if (mode === 'navigate') return 'page'
  if (pathname.startsWith('/assets/') || pathname === '/icon.svg') return 'asset'
  return destination === 'image' && pathname.startsWith('/storage/') ? 'picture' : 'other'
}

const PRIVATE = /^\/(admin|patreon|groups\/join|events\/claim)(\/|$)/
const SECRETS = ['token', 'code', 'state']

/** Whether a page may be kept by its address: none that only some see, and none whose address holds a secret. @param path with its query */
export function mayKeep(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://site.invalid')
  return !PRIVATE.test(pathname) && !SECRETS.some(name => searchParams.has(name))
}

/** What a page is kept by: its address without the fragment. The page for what is not there is one, whatever was wanted. */
export function pagePath(url: string, offline: string): string {
  const { pathname, search } = new URL(url)
  return pathname === offline ? pathname : pathname + search
}

/** Where somebody is sent who wants a page that is not kept: the empty form in place of one for a machine, else the page that says what there is. */
export function fallbackFor(path: string, { submit, offline }: { submit: string; offline: string }): string {
  if (path.startsWith(`${submit}?`)) return submit
  return path === offline || !mayKeep(path) ? offline : `${offline}?page=${encodeURIComponent(path)}`
}
