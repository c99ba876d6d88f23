import { expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { Health } from './health.ts'

it('reports within a second which dependencies answer, fail or stay silent', async () => {
  const clock = manualClock()
  const health = new Health(
    { fine: async () => 1, broken: () => Promise.reject(new Error('broken')), silent: () => new Promise(() => {}) },
    clock,
  )
  const all = health.checkAll()
  await new Promise(resolve => setImmediate(resolve))
  clock.advance(1000)
  expect(await all).toEqual({ fine: true, broken: false, silent: false })
})

it('runs one check for all callers, and no second one before the first has ended', async () => {
  const clock = manualClock()
  const answers: (() => void)[] = []
  const health = new Health({ database: () => new Promise<void>(resolve => answers.push(resolve)) }, clock)
  const first = [health.isHealthy('database'), health.isHealthy('database')]
  clock.advance(1000)
  expect(await Promise.all(first)).toEqual([false, false])
  expect(await health.isHealthy('database')).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]!()
  await new Promise(resolve => setImmediate(resolve))
  const later = health.isHealthy('database')
  answers[1]!()
  expect(await later).toBe(true)
})
