import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extendToMaximumMatching } from './maximum-matching.ts'

/** Brute force: tries each vertex unmatched and with each possible mate. */
function bruteForceFewestUnmatched(neighbours: readonly number[][], left: readonly number[]): number {
  const [first, ...others] = left
  if (first === undefined) return 0
  let fewest = 1 + bruteForceFewestUnmatched(neighbours, others)
  for (const mate of others) {
    if (!neighbours[first]!.includes(mate)) continue
    fewest = Math.min(
      fewest,
      bruteForceFewestUnmatched(
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
  .map(([n, edges, excluded]) => {
    const neighbours = Array.from({ length: n }, (): number[] => [])
    for (const [a, b] of edges) {
      if (a >= n || b >= n || a === b || neighbours[a]!.includes(b)) continue
      neighbours[a]!.push(b)
      neighbours[b]!.push(a)
    }
    return { n, neighbours, excluded: excluded.slice(0, n) }
  })

describe('a matching', () => {
  it('is as large as possible in any graph, whatever matching it started from', () => {
    fc.assert(
      fc.property(graphs, ({ n, neighbours, excluded }) => {
        const mates = new Array<number>(n).fill(-1)
        const all = Array.from({ length: n }, (_, i) => i)
        const unmatched = extendToMaximumMatching(neighbours, excluded, mates)
        const present = all.filter(i => !excluded[i])
        expect(unmatched).toBe(bruteForceFewestUnmatched(neighbours, present))
        expect(present.filter(i => mates[i] === -1).length).toBe(unmatched)
        for (const i of all) {
          if (mates[i] === -1) continue
          expect(mates[mates[i]!]).toBe(i)
          expect(neighbours[i]).toContain(mates[i])
          expect(excluded[i]).toBe(false)
        }
        expect(extendToMaximumMatching(neighbours, excluded, mates)).toBe(unmatched)
      }),
      { numRuns: 1000 },
    )
  })

  it('handles odd cycles', () => {
    const petersen = Array.from({ length: 10 }, (_, i) =>
      i < 5 ? [(i + 1) % 5, (i + 4) % 5, i + 5] : [5 + ((i - 3) % 5), 5 + ((i - 2) % 5), i - 5],
    )
    expect(extendToMaximumMatching(petersen, new Array<boolean>(10).fill(false), new Array<number>(10).fill(-1))).toBe(0)
  })
})
