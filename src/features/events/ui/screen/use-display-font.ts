import { useEffect } from 'react'

/**
 * Sets the page in the display font also when that comes after the first paint. Other pages keep the fallback then, so that no line moves while
 * somebody reads it; a screen stands for a whole evening, and names are cut in a wider font.
 */
export function useDisplayFont(): void {
  useEffect(() => {
    const preloaded = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]')
    if (preloaded === null) return
    const face = new FontFace('Skillshot Display', `url("${preloaded.href}")`, { weight: '600' })
    // Without it the fallback stays.
    face.load().then(
      () => document.fonts.add(face),
      () => {},
    )
  }, [])
}
