import type { Box, ZoomView } from '#platform/ui/pictures/zoom.ts'
import type { Crop, Size } from './shrink-plan.ts'

/** The visible part of a picture that fills its window at scale 1, in pixels of the picture. */
export function computeCrop(size: Size, window: Box, { scale, x, y }: ZoomView): Crop {
  const perPixel = Math.max(window.width / size.width, window.height / size.height) * scale
  const width = Math.min(size.width, window.width / perPixel)
  const height = Math.min(size.height, window.height / perPixel)
  const clamp = (at: number, max: number): number => Math.min(max, Math.max(0, at))
  return {
    x: clamp(size.width / 2 - x / perPixel - width / 2, size.width - width),
    y: clamp(size.height / 2 - y / perPixel - height / 2, size.height - height),
    width,
    height,
  }
}

/** The largest zoom factor (1 to 8) at which the visible part still has at least `pixels` pixels on each side. */
export const computeMaxZoom = ({ width, height }: Size, pixels: number): number =>
  Math.min(8, Math.max(1, Math.min(width, height) / pixels))
