import { describe, expect, it } from 'vitest'
import { addEntry, agreeOnResult, isContested, isSameResult, mayReplace, type PlayerResultEntry } from './result-agreement.ts'

const entry = (entrantId: string, ...order: string[]): PlayerResultEntry => ({ entrantId, order, places: null })

describe('a result entered by players', () => {
  it('waits for the director, or counts at once, as the event says', () => {
    const entries = [entry('a', 'a', 'b')]
    expect(agreeOnResult('director', entries)).toEqual({ order: ['a', 'b'], places: null, confirmed: false })
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
    expect(agreeOnResult('director', entries)).toEqual({ order: ['b', 'a'], places: null, confirmed: false })
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
})
