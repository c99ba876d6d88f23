import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cover, panBy, zoomAt } from '#platform/ui/pictures/zoom.ts'
import { computeCrop, computeMaxZoom } from './crop.ts'

const window = { width: 300, height: 300 }

describe('the crop of a picture', () => {
  it('is centred and as large as possible until it is moved', () => {
    expect(computeCrop({ width: 4000, height: 3000 }, window, { scale: 1, x: 0, y: 0 })).toEqual({
      x: 500,
      y: 0,
      width: 3000,
      height: 3000,
    })
    expect(computeCrop({ width: 3000, height: 4000 }, window, { scale: 2, x: 0, y: 0 })).toEqual({
      x: 750,
      y: 1250,
      width: 1500,
      height: 1500,
    })
  })

  it('moves opposite to the drag', () => {
    expect(computeCrop({ width: 4000, height: 3000 }, window, { scale: 1, x: 50, y: 0 }).x).toBe(0)
    expect(computeCrop({ width: 4000, height: 3000 }, window, { scale: 1, x: -50, y: 0 }).x).toBe(1000)
  })

  it('is inside the picture and square after any gestures', () => {
    const side = fc.integer({ min: 1, max: 9000 })
    const move = fc.integer({ min: -2000, max: 2000 })
    fc.assert(
      fc.property(side, side, fc.double({ min: 0.1, max: 20, noNaN: true }), move, move, (width, height, factor, x, y) => {
        const room = { window, picture: cover({ width, height }, window), maxScale: computeMaxZoom({ width, height }, 200) }
        const crop = computeCrop({ width, height }, window, panBy(zoomAt({ scale: 1, x: 0, y: 0 }, factor, { x, y }, room), y, x, room))
        expect(crop.x).toBeGreaterThanOrEqual(0)
        expect(crop.y).toBeGreaterThanOrEqual(0)
        expect(crop.x + crop.width).toBeLessThanOrEqual(width + 1e-6)
        expect(crop.y + crop.height).toBeLessThanOrEqual(height + 1e-6)
        expect(crop.width).toBeCloseTo(crop.height)
        expect(crop.width).toBeGreaterThanOrEqual(Math.min(200, width, height) - 1e-6)
      }),
    )
  })
})
