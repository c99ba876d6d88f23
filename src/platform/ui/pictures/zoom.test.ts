import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampView, contain, cover, FIT, panBy, type ZoomRoom, zoomAt } from './zoom.ts'

const room: ZoomRoom = { window: { width: 400, height: 800 }, picture: { width: 400, height: 300 }, maxScale: 4 }

describe('a zoomed picture', () => {
  it('fits whole, or fills, in its own shape', () => {
    expect(contain({ width: 2000, height: 1000 }, room.window, 2)).toEqual({ width: 400, height: 200 })
    expect(contain({ width: 100, height: 50 }, room.window, 2)).toEqual({ width: 200, height: 100 })
    expect(cover({ width: 2000, height: 1000 }, { width: 300, height: 300 })).toEqual({ width: 600, height: 300 })
  })

  it('keeps what is under the finger where it is', () => {
    const view = zoomAt({ scale: 3, x: 0, y: 0 }, 4 / 3, { x: 30, y: 10 }, room)
    expect(view.scale).toBe(4)
    expect(view.x).toBeCloseTo(30 - 30 * (4 / 3))
    expect(view.y).toBeCloseTo(10 - 10 * (4 / 3))
  })

  it('cannot be moved while it fits, nor beyond its edges when it does not', () => {
    expect(panBy(FIT, 50, 50, room)).toEqual(FIT)
    expect(panBy({ scale: 2, x: 0, y: 0 }, 500, 500, room)).toEqual({ scale: 2, x: 200, y: 0 })
    expect(panBy({ scale: 4, x: 0, y: 0 }, -5000, -5000, room)).toEqual({ scale: 4, x: -600, y: -200 })
  })

  it('comes back whole when it is made small again', () => {
    const close = zoomAt(FIT, 4, { x: 190, y: -100 }, room)
    expect(zoomAt(close, 0.01, { x: -50, y: 20 }, room)).toEqual(FIT)
  })

  it('never leaves a gap at an edge that it could fill, whatever is done to it', () => {
    const step = fc.record({
      factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
      x: fc.integer({ min: -900, max: 900 }),
      y: fc.integer({ min: -900, max: 900 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        let view = FIT
        for (const { factor, x, y } of steps) view = panBy(zoomAt(view, factor, { x, y }, room), y, x, room)
        expect(view.scale).toBeGreaterThanOrEqual(1)
        expect(view.scale).toBeLessThanOrEqual(4)
        expect(clampView(view, room)).toEqual(view)
        const reach = (room.picture.width * view.scale) / 2
        if (reach * 2 >= room.window.width) expect(reach - Math.abs(view.x)).toBeGreaterThanOrEqual(room.window.width / 2 - 1e-6)
      }),
    )
  })
})
