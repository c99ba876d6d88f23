import { describe, expect, it } from 'vitest'
import { ResultSet } from '#ddp/server/result-set.ts'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { PageCache } from './page-cache.ts'

/** A page that was just made of one set. */
function scene(lag = 0) {
  const clock = manualClock()
  const cache = new PageCache(clock)
  const set = new ResultSet()
  set.put('scores', 'a', { value: 1 })
  set.lag = lag
  set.leastRevision = set.revision
  const put = (): void =>
    cache.put('/', {
      status: 200,
      html: Buffer.from('page'),
      sources: [{ set, revision: set.revision }],
      renderedAt: clock.now(),
    })
  put()
  return { clock, cache, set, put, isKept: () => cache.get('/') !== null }
}

describe('a rendered page', () => {
  it('is kept until its documents change, or may have to', () => {
    const { set, isKept, put } = scene()
    expect(isKept()).toBe(true)
    set.stale = true
    expect(isKept()).toBe(false)
    set.stale = false
    expect(isKept()).toBe(true)
    set.put('scores', 'a', { value: 2 })
    expect(isKept()).toBe(false)
    put()
    set.dispose()
    expect(isKept()).toBe(false)
  })

  it('of a list that every visitor sees may lack what was added in the last second', () => {
    const { clock, set, isKept } = scene(1000)
    set.put('scores', 'b', { value: 2 })
    clock.advance(999)
    expect(isKept()).toBe(true)
    clock.advance(1)
    expect(isKept()).toBe(false)
  })

  it('of such a list lacks nothing for longer that waits until somebody asks', () => {
    const { clock, set, isKept } = scene(1000)
    set.behind = true
    expect(isKept()).toBe(true)
    clock.advance(1000)
    expect(isKept()).toBe(false)
  })

  it('of such a list is not shown any more once something was changed or taken out, or will be', () => {
    const { set, isKept, put } = scene(1000)
    set.stale = true
    expect(isKept()).toBe(false)
    set.stale = false
    set.remove('scores', 'a')
    set.leastRevision = set.revision
    expect(isKept()).toBe(false)
    put()
    expect(isKept()).toBe(true)
  })

  it('is not kept for longer when the time of day is set back', () => {
    const { clock, cache, set } = scene(1000)
    set.put('scores', 'b', { value: 2 })
    const later = new PageCache({ now: () => clock.now() - 5000 })
    later.put('/', { status: 200, html: Buffer.from(''), sources: [{ set, revision: set.revision - 1 }], renderedAt: clock.now() })
    expect([later.get('/'), cache.get('/')?.status]).toEqual([null, 200])
  })
})
