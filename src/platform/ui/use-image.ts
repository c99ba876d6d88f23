import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** `first`: as rendered, before any script has looked at it. */
export type ImageState = 'first' | 'loading' | 'loaded' | 'failed'

export interface WatchedImage {
  ref: RefObject<HTMLImageElement | null>
  state: ImageState
  onLoad(): void
  onError(): void
}

/** How an `<img>` is doing, also when it had come, or failed, before the page was taken over. */
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
