/** How a picture lies in its window: its scale, and the offset of its middle from the middle of the window (px). */
export interface ZoomView {
  scale: number
  x: number
  y: number
}

export interface Box {
  width: number
  height: number
}

export interface ZoomRoom {
  /** The area that shows the picture. */
  window: Box
  /** The size of the picture at scale 1. */
  picture: Box
  /** The largest scale. */
  maxScale: number
}

export const FIT: ZoomView = { scale: 1, x: 0, y: 0 }

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) || 0

/** Clamps the scale to its limits, and the offset so that no gap is left at an edge that the picture could fill. */
export function clampView({ scale: wanted, x, y }: ZoomView, { window, picture, maxScale }: ZoomRoom): ZoomView {
  const scale = Math.min(Math.max(1, maxScale), Math.max(1, wanted))
  return {
    scale,
    x: clamp(x, Math.max(0, picture.width * scale - window.width) / 2),
    y: clamp(y, Math.max(0, picture.height * scale - window.height) / 2),
  }
}

/** Scales the view by `factor` about a fixed point. @param at the fixed point, relative to the middle of the window (px) */
export function zoomAt(view: ZoomView, factor: number, at: { x: number; y: number }, room: ZoomRoom): ZoomView {
  const scale = Math.min(Math.max(1, room.maxScale), Math.max(1, view.scale * factor))
  const scaled = scale / view.scale
  return clampView({ scale, x: at.x - (at.x - view.x) * scaled, y: at.y - (at.y - view.y) * scaled }, room)
}

export const panBy = (view: ZoomView, x: number, y: number, room: ZoomRoom): ZoomView =>
  clampView({ ...view, x: view.x + x, y: view.y + y }, room)

/** The largest box with the picture's aspect ratio that fits into the window, at most `most` times the picture's size. */
export function contain(picture: Box, window: Box, most: number): Box {
  const scale = Math.min(window.width / picture.width, window.height / picture.height, most)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** The smallest box with the picture's aspect ratio that covers the window. */
export function cover(picture: Box, window: Box): Box {
  const scale = Math.max(window.width / picture.width, window.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}
