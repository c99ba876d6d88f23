import { expect, it } from 'vitest'
import { manualClock } from '../../ddp/timing/manual-clock.ts'
import { Health } from './health.ts'

it('says what answers, fails and says nothing within a second, without waiting for it', async () => {
  const clock = manualClock()
  const health = new Health(
    { fine: async () => 1, broken: () => Promise.reject(new Error('broken')), silent: () => new Promise(() => {}) },
    clock,
  )
  const all = health.all()
  await new Promise(resolve => setImmediate(resolve))
  clock.advance(1000)
  expect(await all).toEqual({ fine: true, broken: false, silent: false })
})

it('looks once for all who ask, and not again before it has its answer', async () => {
  const clock = manualClock()
  const answers: (() => void)[] = []
  const health = new Health({ database: () => new Promise<void>(resolve => answers.push(resolve)) }, clock)
  const first = [health.answers('database'), health.answers('database')]
  clock.advance(1000)
  expect(await Promise.all(first)).toEqual([false, false])
  expect(await health.answers('database')).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]!()
  await new Promise(resolve => setImmediate(resolve))
  const later = health.answers('database')
  answers[1]!()
  expect(await later).toBe(true)
})
