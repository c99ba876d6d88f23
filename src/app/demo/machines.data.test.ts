import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoMachines } from './machines.ts'

/** Real scores are stored beside the repository and never copied into it. Without them this test is skipped, which `npm test` reports. */
const rows = readFileSync(new URL('../../../../shared/data/score-quantiles.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const columns = rows[0]!.split(',')
const real = new Map(
  rows.slice(1).map(row => {
    const [name, ...figures] = row.split(',')
    return [name!, Object.fromEntries(columns.slice(1).map((column, i) => [column, Number(figures[i])]))] as const
  }),
)

/** Titles that are spelled differently in the table of real scores. */
const spelled: Record<string, string> = {
  'Attack from Mars': 'Attack From Mars',
  'Iron Maiden: Legacy of the Beast': 'Iron Maiden',
  JAWS: 'Jaws',
  'Star Wars': 'Star Wars (2017)',
  'Indiana Jones: The Pinball Adventure': 'Indiana Jones',
  'The Getaway: High Speed II': 'The Getaway',
  'Black Knight: Sword of Rage': 'Black Knight Sword of Rage',
  "Red & Ted's Road Show": 'Road Show',
  'Disney TRON: Legacy': 'Tron',
  KISS: 'Kiss',
  'Batman 66': "Batman '66",
}

const known = demoMachines.flatMap(machine => {
  const figures = real.get(spelled[machine.name] ?? machine.name)
  return figures === undefined ? [] : [{ ...machine, figures }]
})

describe('the demo’s scores', () => {
  it('can be compared with real ones on most machines', () => {
    expect(demoMachines).toHaveLength(60)
    expect(known.length).toBeGreaterThan(40)
  })

  it.each(known)('are as high as real ones on $name', ({ middle, spread, figures: { p05, p25, p75, p90, p99 } }) => {
    expect(10 ** middle).toBeGreaterThan(p25!)
    expect(10 ** middle).toBeLessThan(p75!)
    expect(10 ** (middle + spread)).toBeLessThan(p99!)
    expect(10 ** (middle + spread)).toBeGreaterThan(p75! * 0.6)
    expect(10 ** (middle - spread)).toBeGreaterThan(p05! * 0.5)
    expect(10 ** (middle + 2 * spread)).toBeGreaterThan(p90! * 0.6)
  })
})
