import { expect, it } from 'vitest'
import { FIRST_PLAYERS, firstGroups } from './first-groups.ts'

const groupsOf = (count: number, size: number) =>
  Array.from({ length: count }, (_, group) => ({ entrantIds: Array.from({ length: size }, (_, i) => `${group}/${i}`) }))

it('shows as many groups as hold the first players', () => {
  expect(firstGroups(groupsOf(60, 4))).toHaveLength(60)
  expect(firstGroups(groupsOf(61, 4))).toHaveLength(60)
  expect(firstGroups(groupsOf(100, 3))).toHaveLength(FIRST_PLAYERS / 3)
})

it('shows one group at least, however large it is', () => {
  expect(firstGroups(groupsOf(1, 500))).toHaveLength(1)
  expect(firstGroups([])).toEqual([])
})
