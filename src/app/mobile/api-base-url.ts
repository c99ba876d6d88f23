/**
 * Makes the server the document's base: pictures, files and links that pages name by a path are the server's. The history stays the shell's own, and
 * so do jumps inside a page. Links to pages are taken by the app before they lead anywhere.
 */
export function setBase(server: string): void {
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
      // The shell hands what is not its own to the system's browser, but only where the page goes there.
      event.preventDefault()
      location.assign(anchor.href)
    }
  })
}
