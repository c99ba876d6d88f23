import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** `first`: as rendered, before a script has checked the image. */
export type ImageState = 'first' | 'loading' | 'loaded' | 'failed'

export interface WatchedImage {
  ref: RefObject<HTMLImageElement | null>
  state: ImageState
  onLoad(): void
  onError(): void
}

/** Tracks the loading state of an `<img>`, also if it loaded or failed before hydration. */
export function useImage(): WatchedImage {
  const ref = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<ImageState>('first')
  useLayoutEffect(() => {
    const image = ref.current
    if (image === null) return
    setState(!image.complete ? 'loading' : image.naturalWidth > 0 ? 'loaded' : 'failed')
  }, [])
  return { ref, state, onLoad: useCallback(() => setState('loaded'), []), onError: useCallback(() => setState('failed'), []) }
}
