export interface Size {
  width: number
  height: number
}

/** In pixels of the upright picture. */
export interface Crop extends Size {
  x: number
  y: number
}

/** Scales a size down so that its longest side is at most `maxSide`, rounded to whole pixels. It never enlarges. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** "IMG_1.HEIC" → "IMG_1.jpg" */
export function jpegName(name: string): string {
  const stem = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .trim()
  return `${[...stem].slice(0, 80).join('') || 'picture'}.jpg`
}

/** The settings tried in order until the file is small enough: first lower quality, then fewer pixels. */
export const QUALITY_STEPS: readonly { scale: number; quality: number }[] = [
  ...[0.9, 0.82, 0.74, 0.66].map(quality => ({ scale: 1, quality })),
  ...[0.75, 0.5, 0.35].flatMap(scale => [0.82, 0.66].map(quality => ({ scale, quality }))),
  { scale: 0.2, quality: 0.6 },
]
