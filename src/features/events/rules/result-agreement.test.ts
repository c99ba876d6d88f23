import { describe, expect, it } from 'vitest'
import { addEntry, agreeOnResult, isContested, isSameResult, type PlayerResultEntry } from './result-agreement.ts'

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
    expect(agreeOnResult('two', addEntry('two', first, entry('b', 'a', 'b', 'c'))).confirmed).toBe(true)
    const contested = addEntry('two', first, entry('b', 'b', 'a', 'c'))
    expect(isContested(contested)).toBe(true)
    expect(agreeOnResult('two', contested).confirmed).toBe(false)
    expect(agreeOnResult('two', addEntry('two', contested, entry('c', 'a', 'b', 'c'))).confirmed).toBe(false)
    expect(agreeOnResult('two', addEntry('two', contested, entry('b', 'a', 'b', 'c'))).confirmed).toBe(true)
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
    expect(addEntry('two', first, entry('a', 'a', 'b'))).toEqual(first)
    expect(isContested(addEntry('two', first, { ...entry('b', 'a', 'b'), places: [1, 1] }))).toBe(true)
    expect(addEntry('director', first, entry('b', 'b', 'a'))).toEqual([entry('b', 'b', 'a')])
  })
})
