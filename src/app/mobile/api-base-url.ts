/**
 * Makes the server the base URL of the document, so that pictures, files and links that pages
 * name by a path point to the server. History entries keep the app's own origin, and jumps inside
 * a page stay in it. The app handles links to pages itself before the browser follows them.
 */
export function setApiBase(server: string): void {
  const base = document.createElement('base')
  base.href = `${server}/`
  document.head.prepend(base)
  const { history, location } = window
  const here = (url: string | URL | null | undefined) => (url == null ? url : new URL(url, location.href).href)
  const { pushState, replaceState } = history
  history.pushState = (state, unused, url) => pushState.call(history, state, unused, here(url))
  history.replaceState = (state, unused, url) => replaceState.call(history, state, unused, here(url))
  document.addEventListener('click', event => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null
    const href = anchor?.getAttribute('href')
    if (anchor === null || href == null || event.defaultPrevented) return
    if (href.startsWith('#')) {
      event.preventDefault()
      document.getElementById(href.slice(1))?.focus()
    } else if (/^https?:/.test(anchor.href)) {
      // The app shell opens foreign addresses in the system's browser, but only if the page itself navigates to them.
      event.preventDefault()
      location.assign(anchor.href)
    }
  })
}
