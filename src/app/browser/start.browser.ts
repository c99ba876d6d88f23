/**
 * The first script of a page. Browsers run it once the stylesheet is there, because it is a module at the end of the document. Only then it
 * asks for the scripts that the page needs, so that on a slow line they do not delay what the first paint waits for.
 */
const files = document.querySelector<HTMLElement>('script[data-scripts]')?.dataset.scripts?.split(' ') ?? []
const main = files.pop()
if (main !== undefined) {
  // The largest is asked for first.
  document.body.append(Object.assign(document.createElement('script'), { type: 'module', src: main }))
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
