import { expect, it } from 'vitest'
import { type ListedAttempt, selectAttemptPage } from './attempt-pages.ts'

const attempt = (id: string, at: number, more: Partial<ListedAttempt> = {}): ListedAttempt => ({
  _id: id,
  eventId: 'e',
  entrantId: 'ada',
  displayName: 'Ada',
  machineId: 'afm',
  value: 1,
  at: new Date(at),
  state: 'counts',
  ...more,
})
const all = { eventId: 'e', machineId: '', entrantId: '', after: null, limit: 3 }
const ids = (page: readonly ListedAttempt[]): string => page.map(({ _id }) => _id).join(' ')

it('lists late scores that wait for the director first, then the newest', () => {
  const some = [attempt('a', 1), attempt('b', 3), attempt('c', 2, { state: 'pending' }), attempt('x', 9, { eventId: 'other' })]
  expect(ids(selectAttemptPage(some, all))).toBe('c b a')
})

it('lists each attempt exactly once across all pages, old ones that wait for the director on the first', () => {
  const some = [1, 1, 1, 2, 2, 3, 4].map((at, i) => attempt(`a${i}`, at, i === 1 || i === 4 ? { state: 'pending' } : {}))
  const pages: string[] = []
  for (let after: ListedAttempt | null = null, page = selectAttemptPage(some, all); page.length > 0; ) {
    pages.push(ids(page))
    after = page.at(-1)!
    page = selectAttemptPage(some, { ...all, after })
  }
  expect(pages).toEqual(['a4 a1 a6', 'a5 a3 a2', 'a0'])
})

it('lists only the attempts of the chosen machine or player', () => {
  const some = [attempt('a', 1), attempt('b', 2, { machineId: 'mm' }), attempt('c', 3, { entrantId: 'ben' })]
  expect(ids(selectAttemptPage(some, { ...all, machineId: 'mm' }))).toBe('b')
  expect(ids(selectAttemptPage(some, { ...all, entrantId: 'ben' }))).toBe('c')
  expect(ids(selectAttemptPage(some, { ...all, machineId: 'mm', entrantId: 'ben' }))).toBe('')
})
