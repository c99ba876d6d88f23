import { expect, it } from 'vitest'
import { attemptsShown, type ListedAttempt, lastAttempt } from './attempt-pages.ts'

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

it('shows the newest first, and late ones that wait before them', () => {
  const some = [attempt('a', 1), attempt('b', 3), attempt('c', 2, { state: 'pending' }), attempt('x', 9, { eventId: 'other' })]
  expect(ids(attemptsShown(some, all))).toBe('c b a')
})

it('shows page after page, each attempt once, whatever else is at hand', () => {
  const some = [1, 1, 1, 2, 2, 3, 4].map((at, i) => attempt(`a${i}`, at, i === 5 ? { state: 'pending' } : {}))
  const pages: string[] = []
  for (let after: ListedAttempt | null = null, page = attemptsShown(some, all); page.length > 0; ) {
    pages.push(ids(page))
    after = lastAttempt(page)
    page = attemptsShown(some, { ...all, after })
  }
  expect(pages).toEqual(['a5 a6 a4', 'a3 a2 a1', 'a0'])
})

it('shows those of a machine or a player alone', () => {
  const some = [attempt('a', 1), attempt('b', 2, { machineId: 'mm' }), attempt('c', 3, { entrantId: 'ben' })]
  expect(ids(attemptsShown(some, { ...all, machineId: 'mm' }))).toBe('b')
  expect(ids(attemptsShown(some, { ...all, entrantId: 'ben' }))).toBe('c')
  expect(ids(attemptsShown(some, { ...all, machineId: 'mm', entrantId: 'ben' }))).toBe('')
})
