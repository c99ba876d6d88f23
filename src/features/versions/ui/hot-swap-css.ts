import type { Clock } from '#ddp/timing/clock.ts'

/** ms between checks whether the stylesheets have loaded, and until the old ones are removed (mission §9) */
const POLL_MS = 50
const REMOVE_DELAY_MS = 200

/** Adds these stylesheets, and removes the old ones once all have loaded. @returns false if one failed to load: then nothing has changed */
export async function swapStylesheets(document: Document, urls: readonly string[], clock: Clock): Promise<boolean> {
  const wait = (ms: number): Promise<void> => new Promise(resolve => clock.after(ms, resolve))
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const isPresent = (url: string): boolean => links.some(link => link.getAttribute('href') === url)
  const old = links.filter(link => !urls.includes(link.getAttribute('href') ?? ''))
  let failed = false
  const added = urls
    .filter(url => !isPresent(url))
    .map(url => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = url
      link.addEventListener('error', () => {
        failed = true
      })
      return link
    })
  if (links.length > 0) links.at(-1)!.after(...added)
  else document.head.append(...added)
  while (!failed && added.some(link => link.sheet === null)) await wait(POLL_MS)
  if (!failed) await wait(REMOVE_DELAY_MS)
  for (const link of failed ? added : old) link.remove()
  return !failed
}
