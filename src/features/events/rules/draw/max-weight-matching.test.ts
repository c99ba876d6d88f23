import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxWeightMatching } from './max-weight-matching.ts'

/** Brute force: tries each vertex unmatched and with each possible mate. */
function fewestAlone(neighbours: readonly number[][], left: readonly number[]): number {
  const [first, ...others] = left
  if (first === undefined) return 0
  let fewest = 1 + fewestAlone(neighbours, others)
  for (const mate of others) {
    if (!neighbours[first]!.includes(mate)) continue
    fewest = Math.min(
      fewest,
      fewestAlone(
        neighbours,
        others.filter(other => other !== mate),
      ),
    )
  }
  return fewest
}

const graphs = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 })), { maxLength: 16, size: 'max' }),
    fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  )
  .map(([n, edges, gone]) => {
    const neighbours = Array.from({ length: n }, (): number[] => [])
    for (const [a, b] of edges) {
      if (a >= n || b >= n || a === b || neighbours[a]!.includes(b)) continue
      neighbours[a]!.push(b)
      neighbours[b]!.push(a)
    }
    return { n, neighbours, gone: gone.slice(0, n) }
  })

describe('a matching', () => {
  it('is as large as one can be, in any graph, whatever it began with', () => {
    fc.assert(
      fc.property(graphs, ({ n, neighbours, gone }) => {
        const mates = new Array<number>(n).fill(-1)
        const all = Array.from({ length: n }, (_, i) => i)
        const alone = maxWeightMatching(neighbours, gone, mates)
        const present = all.filter(i => !gone[i])
        expect(alone).toBe(fewestAlone(neighbours, present))
        expect(present.filter(i => mates[i] === -1).length).toBe(alone)
        for (const i of all) {
          if (mates[i] === -1) continue
          expect(mates[mates[i]!]).toBe(i)
          expect(neighbours[i]).toContain(mates[i])
          expect(gone[i]).toBe(false)
        }
        expect(maxWeightMatching(neighbours, gone, mates)).toBe(alone)
      }),
      { numRuns: 1000 },
    )
  })

  it('finds its way through odd cycles', () => {
    const petersen = Array.from({ length: 10 }, (_, i) =>
      i < 5 ? [(i + 1) % 5, (i + 4) % 5, i + 5] : [5 + ((i - 3) % 5), 5 + ((i - 2) % 5), i - 5],
    )
    expect(maxWeightMatching(petersen, new Array<boolean>(10).fill(false), new Array<number>(10).fill(-1))).toBe(0)
  })
})
