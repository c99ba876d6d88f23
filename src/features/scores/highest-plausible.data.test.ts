import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { highestPlausible, REVIEW_MIN_PLAYERS } from './rules.ts'

interface Machine {
  name: string
  ninetieth: number
  max: number
}

/** The machines of a real collection of scores, one a line: machine,scores,p05,p25,p50,p75,p90,p99,max. */
const machines: Machine[] = readFileSync(new URL('../../../../shared/data/score-quantiles.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.split(','))
  .map(cells => ({ name: cells.slice(0, -8).join(','), ninetieth: Number(cells.at(-3)), max: Number(cells.at(-1)) }))

it('puts no real score under review', () => {
  expect(machines).toHaveLength(52)
  for (const { name, ninetieth, max } of machines) {
    expect([name, max <= highestPlausible(REVIEW_MIN_PLAYERS, ninetieth)]).toEqual([name, true])
    expect([name, max <= highestPlausible(REVIEW_MIN_PLAYERS - 1, ninetieth)]).toEqual([name, true])
  }
})

it('puts a high score with two zeros too many under review on every machine with ten players', () => {
  for (const { name, ninetieth } of machines)
    expect([name, ninetieth * 100 > highestPlausible(REVIEW_MIN_PLAYERS, ninetieth)]).toEqual([name, true])
})

it('puts a joke of fourteen digits under review also where nobody has played', () => {
  expect(99_999_999_999_999).toBeGreaterThan(highestPlausible(0, null))
})
