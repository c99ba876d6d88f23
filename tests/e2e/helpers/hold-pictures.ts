import type { Page } from 'playwright-core'

/**
 * Has every picture that the page scales down wait at the end, until the returned function is called.
 * @returns lets the picture that waits go on, or fail as if there were no memory
 */
export async function holdPictures(page: Page): Promise<(outcome: 'ready' | 'failed') => Promise<void>> {
  await page.evaluate(() => {
    const convert = OffscreenCanvas.prototype.convertToBlob
    OffscreenCanvas.prototype.convertToBlob = async function (options) {
      const outcome = await new Promise(resolve =>
        window.addEventListener('settle', event => resolve((event as CustomEvent<string>).detail), { once: true }),
      )
      if (outcome === 'failed') throw new Error('no memory')
      return convert.call(this, options)
    }
  })
  return outcome => page.evaluate(detail => void window.dispatchEvent(new CustomEvent('settle', { detail })), outcome)
}
