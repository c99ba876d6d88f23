import { describe, expect, it } from 'vitest'
import { addEntry, agreeOnResult, contradicts, isContested, isSameResult, mayReplace, type PlayerResultEntry } from './result-agreement.ts'

const entry = (entrantId: string, ...order: string[]): PlayerResultEntry => ({ entrantId, order, places: null })

describe('a result entered by players', () => {
  it('waits for the director, or counts at once, as the event says', () => {
    const entries = [entry('a', 'a', 'b')]
    expect(agreeOnResult('director', entries)).toEqual({ order: ['a', 'b'], places: null, scores: null, confirmed: false })
    expect(agreeOnResult('one', entries).confirmed).toBe(true)
  })

  it('counts when two enter the same, and never when two contradict', () => {
    const first = [entry('a', 'a', 'b', 'c')]
    expect(agreeOnResult('two', first).confirmed).toBe(false)
    expect(agreeOnResult('two', addEntry(first, entry('b', 'a', 'b', 'c'))).confirmed).toBe(true)
    const contested = addEntry(first, entry('b', 'b', 'a', 'c'))
    expect(isContested(contested)).toBe(true)
    expect(agreeOnResult('two', contested).confirmed).toBe(false)
    expect(agreeOnResult('two', addEntry(contested, entry('c', 'a', 'b', 'c'))).confirmed).toBe(false)
    expect(agreeOnResult('two', addEntry(contested, entry('b', 'a', 'b', 'c'))).confirmed).toBe(true)
  })

  it('is the same in whatever order tied players were tapped', () => {
    const first: PlayerResultEntry = { entrantId: 'a', order: ['a', 'b', 'c'], places: [1, 1, 3] }
    const second: PlayerResultEntry = { entrantId: 'b', order: ['b', 'a', 'c'], places: [1, 1, 3] }
    expect(isContested([first, second])).toBe(false)
    expect(agreeOnResult('two', [first, second]).confirmed).toBe(true)
    expect(isSameResult(first, { order: ['a', 'b', 'c'], places: null })).toBe(false)
    expect(isSameResult({ order: ['a', 'b'], places: null }, { order: ['b', 'a'], places: null })).toBe(false)
    expect(isContested([first, { entrantId: 'b', order: ['a', 'c', 'b'], places: [1, 1, 3] }])).toBe(true)
  })

  it('does not count because one player enters it twice, and ties are part of it', () => {
    const first = [entry('a', 'a', 'b')]
    expect(addEntry(first, entry('a', 'a', 'b'))).toEqual(first)
    expect(isContested(addEntry(first, { ...entry('b', 'a', 'b'), places: [1, 1] }))).toBe(true)
  })

  it('replaces only what the same player entered, whoever decides', () => {
    const entries = addEntry([entry('a', 'a', 'b')], entry('b', 'b', 'a'))
    expect(entries).toEqual([entry('a', 'a', 'b'), entry('b', 'b', 'a')])
    expect(agreeOnResult('director', entries)).toEqual({ order: ['b', 'a'], places: null, scores: null, confirmed: false })
    expect(addEntry(entries, entry('a', 'b', 'a'))).toEqual([entry('b', 'b', 'a'), entry('a', 'b', 'a')])
  })

  it('that counts is replaced by who entered it, or by who names it', () => {
    const current = { order: ['a', 'b'], places: null, enteredBy: { userId: 'ada' } }
    expect(mayReplace(current, null, { userId: 'ada' })).toBe(true)
    expect(mayReplace(current, null, { userId: 'bea' })).toBe(false)
    expect(mayReplace(current, null, { userId: 'ada', byDevice: true })).toBe(false)
    expect(mayReplace({ ...current, enteredBy: null }, null, { userId: 'ada' })).toBe(false)
    expect(mayReplace(current, { order: ['a', 'b'], places: [1, 2] }, { userId: 'bea' })).toBe(true)
    expect(mayReplace(current, { order: ['b', 'a'], places: null }, { userId: 'ada' })).toBe(false)
  })

  it('counts with its scores if the entries that have scores have the same, or only one has any', () => {
    const [plain, typed] = [entry('a', 'a', 'b'), { ...entry('b', 'a', 'b'), scores: [20, 10] }]
    const agreed = { order: ['a', 'b'], places: null, scores: [20, 10], confirmed: true }
    expect(agreeOnResult('two', [plain, typed])).toEqual(agreed)
    expect(agreeOnResult('two', [typed, plain])).toEqual(agreed)
    expect(agreeOnResult('two', [typed, { ...typed, entrantId: 'c' }])).toEqual(agreed)
    expect(agreeOnResult('two', [typed, { ...plain, scores: [20, null] }])).toEqual({ ...agreed, scores: null })
    expect(agreeOnResult('one', [typed, entry('c', 'b', 'a')])).toMatchObject({ order: ['b', 'a'], scores: null })
  })

  it('has the scores of each player in whatever order tied players were named', () => {
    const first: PlayerResultEntry = { entrantId: 'a', order: ['a', 'b', 'c'], places: [1, 1, 3], scores: [30, 30, 10] }
    const second: PlayerResultEntry = { entrantId: 'b', order: ['b', 'a', 'c'], places: [1, 1, 3] }
    expect(agreeOnResult('two', [first, second])).toMatchObject({ order: ['b', 'a', 'c'], scores: [30, 30, 10] })
    expect(isSameResult(first, { ...second, scores: [30, 30, 10] })).toBe(true)
  })

  it('is contradicted by other scores, and not by scores where there were none', () => {
    const [plain, typed] = [
      { order: ['a', 'b'], places: null },
      { order: ['a', 'b'], places: null, scores: [2, 1] },
    ]
    expect(contradicts(plain, typed)).toBe(false)
    expect(contradicts(typed, typed)).toBe(false)
    expect(contradicts(typed, plain)).toBe(true)
    expect(contradicts(typed, { ...typed, scores: [2, null] })).toBe(true)
    expect(contradicts(plain, { ...typed, order: ['b', 'a'] })).toBe(true)
  })
})
