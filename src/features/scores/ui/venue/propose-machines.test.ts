import fc from 'fast-check'
import { expect, it } from 'vitest'
import { proposeMachines } from './propose-machines.ts'

const of = (...ids: string[]) => ids.map(id => ({ id, name: `Machine ${id}` }))
const ids = (machines: { id: string }[]) => machines.map(({ id }) => id)

it('proposes those of the venue first: the ones that were picked last on this device, then in the venue’s order', () => {
  expect(ids(proposeMachines(of('a', 'b', 'c', 'd'), of('x', 'c', 'y', 'b'), ''))).toEqual(['c', 'b', 'a', 'd', 'x', 'y'])
  expect(ids(proposeMachines([], of('x', 'c'), ''))).toEqual(['x', 'c'])
  expect(ids(proposeMachines(of('a', 'b'), [], ''))).toEqual(['a', 'b'])
})

it('proposes what the typed text finds, in the same order', () => {
  expect(ids(proposeMachines(of('a', 'b', 'c'), of('x', 'c'), 'machine c'))).toEqual(['c'])
})

it('proposes each machine once, all of the venue before all others, and keeps what the device knows of it', () => {
  const list = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'))
  fc.assert(
    fc.property(list, list, (standing, recent) => {
      const proposed = proposeMachines(
        of(...standing),
        recent.map(id => ({ id, name: `Machine ${id}`, detail: 'known' })),
        '',
      )
      expect(ids(proposed).sort()).toEqual([...new Set([...standing, ...recent])].sort())
      const here = ids(proposed).map(id => standing.includes(id))
      expect(here).toEqual([...here].sort((a, b) => Number(b) - Number(a)))
      expect(proposed.filter(({ detail }) => detail === 'known')).toHaveLength(recent.length)
      const rank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : 100 + standing.indexOf(id))
      const ranks = ids(proposed)
        .filter(id => standing.includes(id))
        .map(rank)
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    }),
  )
})
