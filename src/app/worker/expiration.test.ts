import { expect, it } from 'vitest'
import { leaving, leavingBySize, mayKeepAnswer } from './expiration.ts'

it('lets those leave that were seen longest ago, and never the shell’s', () => {
  expect(leaving(['a', '/', 'b', 'c'], 2, ['/'])).toEqual(['a'])
  expect(leaving(['/', 'b', 'c'], 2, ['/'])).toEqual([])
})

it('bounds pictures by number and by what they hold together', () => {
  const of = (...bytes: number[]) => bytes.map((each, i) => ({ name: `p${i}`, bytes: each }))
  expect(leavingBySize(of(1, 1, 1), 2, 100)).toEqual(['p0'])
  expect(leavingBySize(of(40, 40, 40), 9, 100)).toEqual(['p0'])
  expect(leavingBySize(of(90, 5, 40, 70), 3, 100)).toEqual(['p0', 'p1', 'p2'])
  expect(leavingBySize(of(50, 50), 2, 100)).toEqual([])
})

it('keeps whole answers of the site itself, unless they forbid it', () => {
  const answer = (more: Partial<Response> = {}, cacheControl = 'no-cache') =>
    mayKeepAnswer({ status: 200, redirected: false, type: 'basic', headers: new Headers({ 'cache-control': cacheControl }), ...more })
  expect(answer()).toBe(true)
  expect([answer({ status: 404 }), answer({ status: 206 }), answer({ redirected: true }), answer({ type: 'opaque' })]).toEqual(
    Array(4).fill(false),
  )
  expect(answer({}, 'private, no-store')).toBe(false)
})
