import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Box } from './pictures/zoom.ts'

/** The current size of an element (px); null before it is measured. */
export function useSize(element: RefObject<HTMLElement | null>): Box | null {
  const [size, setSize] = useState<Box | null>(null)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    const measure = (): void => setSize({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [element])
  return size
}
