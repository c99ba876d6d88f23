import { kioskPath } from '#platform/text/kiosk-path.ts'

/** A kiosk shows one page, also when another one comes from the device's cache or its history, or was open in another tab. */
function stayInKiosk(): void {
  const path = kioskPath(document.cookie)
  if (path && location.pathname !== path) location.replace(path)
}
stayInKiosk()
// `visibilitychange` bubbles to the window.
for (const event of ['pageshow', 'visibilitychange']) addEventListener(event, stayInKiosk)

/**
 * The first script of a page. Browsers run it once the stylesheet is there, because it is a module at the end of the document. Only then it
 * asks for the scripts that the page needs, so that on a slow line they do not delay what the first paint waits for.
 */
const files = document.querySelector<HTMLElement>('[data-scripts]')?.dataset.scripts?.split(' ') ?? []
const main = files.at(-1)
/** React is run as soon as it is there, and the app after it: two tasks block less than one. Its script is named in scripts/chunks.mjs. */
const isRun = (href: string): boolean => href === main || href.includes('/react-')
const load = (tag: string, attributes: object): void => document.head.append(Object.assign(document.createElement(tag), attributes))
// These are the largest, so they are asked for first.
for (const src of files.filter(isRun)) load('script', { type: 'module', src })
for (const href of files) if (!isRun(href)) load('link', { rel: 'modulepreload', href })
