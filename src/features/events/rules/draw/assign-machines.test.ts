import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Round } from '../rounds.ts'
import { drawMachines, type MachineDrawInput } from './assign-machines.ts'
import { OpponentHistory } from './opponent-history.ts'
import { seededRandom } from './seeded-random.ts'

const played = (...games: [machineId: string, ...entrantIds: string[]][]): Round[] =>
  games.map(([machineId, ...entrantIds]): Round => ({ groups: [{ machineId, entrantIds }], byes: [] }))
const pairs = [
  ['a', 'b'],
  ['c', 'd'],
  ['e', 'f'],
]
const M3 = ['m1', 'm2', 'm3']

const draw = (seed: string, input: Partial<MachineDrawInput>): string[][] =>
  drawMachines({
    ...{ how: 'balanced', groups: pairs, machineIds: M3, banks: null, fixedSeats: new Map(), games: 1, rounds: [] },
    ...input,
    random: seededRandom(seed),
  })
/** The machine of each group's only game. */
const drawOne = (seed: string, input: Partial<MachineDrawInput> = {}): string[] => draw(seed, input).map(([machineId]) => machineId!)
const seeds = Array.from({ length: 20 }, (_, i) => `${i}`)

describe('a draw of machines', () => {
  it('gives no machine to two groups of a round, and is the same for the same seed', () => {
    for (const how of ['balanced', 'random'] as const) {
      const drawn = drawOne('a', { how })
      expect([...drawn].sort()).toEqual(M3)
      expect(drawOne('a', { how })).toEqual(drawn)
      expect(new Set(seeds.map(seed => drawOne(seed, { how }).join())).size).toBeGreaterThan(3)
    }
  })

  it('uses machines evenly if there are fewer machines than groups', () => {
    const rounds = played(['m1', 'a', 'c', 'e'], ['m2', 'a', 'c', 'e'])
    for (const seed of seeds) expect(new Set(drawOne(seed, { groups: [...pairs, ['g', 'h']], rounds })).size).toBe(3)
    expect(drawOne('a', { machineIds: ['m1'] })).toEqual(['m1', 'm1', 'm1'])
  })

  it('repeats machines for as few players as possible, then those played least', () => {
    const rounds = played(['m1', 'a', 'b'], ['m2', 'a', 'b'], ['m1', 'c', 'd'], ['m3', 'e', 'f'])
    for (const seed of seeds) expect(drawOne(seed, { rounds })).toEqual(['m3', 'm2', 'm1'])
    const repeated = played(['m1', 'a', 'b'], ['m1', 'a', 'b'], ['m2', 'a', 'b'])
    expect(drawOne('a', { groups: [['a', 'b']], machineIds: ['m1', 'm2'], rounds: repeated })).toEqual(['m2'])
  })

  it('takes no notice of what was played when random, but gives a group different machines in one round', () => {
    const rounds = played(['m1', 'a', 'b'], ['m2', 'c', 'd'], ['m3', 'e', 'f'])
    expect(seeds.some(seed => drawOne(seed, { how: 'random', rounds })[0] === 'm1')).toBe(true)
    for (const seed of seeds) for (const games of draw(seed, { how: 'random', games: 3, rounds })) expect([...games].sort()).toEqual(M3)
  })

  it('leaves the machine open where it is chosen by hand, or where there is none', () => {
    for (const how of ['manual', 'none'] as const)
      expect(draw('a', { how, games: 2 })).toEqual([
        ['', ''],
        ['', ''],
        ['', ''],
      ])
  })

  it('puts a player with a fixed seat on one of the named machines, whatever was played on them', () => {
    const rounds = played(['m3', 'c', 'd'], ['m3', 'c', 'd'])
    for (const seed of seeds)
      for (const how of ['balanced', 'random'] as const)
        expect(drawOne(seed, { how, rounds, fixedSeats: new Map([['c', ['m3']]]) })[1]).toBe('m3')
    // Two groups with the choice of two machines do not share one, and the third group gets the machine that is left.
    const choice = new Map([
      ['a', ['m1', 'm2']],
      ['c', ['m1', 'm2']],
    ] as const)
    const worn = played(['m3', 'e', 'f'], ['m3', 'e', 'f'])
    for (const seed of seeds) expect(drawOne(seed, { rounds: worn, fixedSeats: choice })[2]).toBe('m3')
    // Two groups have to share the machine that both need.
    const both = new Map([
      ['a', ['m1']],
      ['c', ['m1']],
    ] as const)
    for (const seed of seeds) expect(drawOne(seed, { fixedSeats: both }).slice(0, 2)).toEqual(['m1', 'm1'])
  })

  it('keeps players within 1 of equal on every machine, where there are as many rounds as machines', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.string(), (n, seed) => {
        const machineIds = Array.from({ length: n }, (_, i) => `m${i}`)
        const groups = machineIds.map((_, i) => [`a${i}`, `b${i}`])
        const rounds: Round[] = []
        for (let i = 0; i < 2 * n; i++) {
          const drawn = draw(`${seed}/${i}`, { groups, machineIds, rounds })
          rounds.push({ groups: groups.map((entrantIds, g) => ({ machineId: drawn[g]![0]!, entrantIds })), byes: [] })
          const history = new OpponentHistory(rounds)
          const counts = machineIds.map(machineId => history.played('a0', machineId))
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('a draw by banks', () => {
  const machineIds = ['m1', 'm2', 'm3', 'm4', 'm5']
  const banks = { m1: 'A', m2: 'A', m3: 'B', m4: 'B' }

  it('puts all games of a group on the machines of one bank, and none on a machine without a bank', () => {
    for (const seed of seeds) {
      const drawn = draw(seed, { how: 'banks', groups: pairs.slice(0, 2), machineIds, banks, games: 2 })
      expect(drawn.map(games => [...games].sort().join()).sort()).toEqual(['m1,m2', 'm3,m4'])
    }
  })

  it('gives a group the bank on which its players have played least', () => {
    const rounds = played(['m1', 'a', 'b'], ['m3', 'c', 'd'])
    for (const seed of seeds) {
      const [first, second] = draw(seed, { how: 'banks', groups: pairs.slice(0, 2), machineIds, banks, rounds })
      expect([banks[first![0] as 'm1'], banks[second![0] as 'm1']]).toEqual(['B', 'A'])
    }
  })

  it('lets two groups of one bank play on different machines of it at the same time', () => {
    for (const seed of seeds) {
      const drawn = draw(seed, { how: 'banks', groups: pairs, machineIds, banks, games: 2 })
      for (const game of [0, 1]) expect(new Set(drawn.map(games => games[game])).size).toBe(3)
    }
  })

  it('draws among all machines as long as none has a bank', () => {
    expect([...drawOne('a', { how: 'banks' })].sort()).toEqual(M3)
  })
})
