import { describe, expect, it } from 'vitest'
import { fitWithin, jpegName, QUALITY_STEPS } from './shrink-plan.ts'

describe('a picture made smaller', () => {
  it('keeps its shape within the longest side, and is never enlarged', () => {
    expect(fitWithin({ width: 4000, height: 3000 }, 2048)).toEqual({ width: 2048, height: 1536 })
    expect(fitWithin({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 })
    expect(fitWithin({ width: 640, height: 480 }, 2048)).toEqual({ width: 640, height: 480 })
    expect(fitWithin({ width: 20_000, height: 3 }, 2048)).toEqual({ width: 2048, height: 1 })
  })

  it('is named like the original, as a JPEG', () => {
    expect(['IMG_0042.HEIC', 'high.score.png', 'C:\\fakepath\\a.jpeg', 'photo', '.png', ''].map(jpegName)).toEqual([
      'IMG_0042.jpg',
      'high.score.jpg',
      'a.jpg',
      'photo.jpg',
      'picture.jpg',
      'picture.jpg',
    ])
    expect(jpegName(`${'🎱'.repeat(300)}.png`)).toBe(`${'🎱'.repeat(80)}.jpg`)
  })

  it('reduces quality before pixels, and each step is smaller than the one before', () => {
    expect(QUALITY_STEPS[0]).toEqual({ scale: 1, quality: 0.9 })
    const dearness = QUALITY_STEPS.map(({ scale, quality }) => scale ** 2 * quality)
    expect([...dearness].sort((a, b) => b - a)).toEqual(dearness)
    expect(QUALITY_STEPS.at(-1)!.scale * 2048).toBeLessThan(420)
  })
})
