import { describe, expect, it } from 'vitest'
import { admission, LATE, nextChange, stateAt } from './event-state.ts'

const event = { startsAt: 1000, endsAt: 2000 }

describe('the state of an event', () => {
  it('follows the clock, and says when it will change next', () => {
    const at = (now: number) => [stateAt(event, now), nextChange(event, now)]
    expect(at(999)).toEqual(['upcoming', 1000])
    expect(at(1000)).toEqual(['live', 2000])
    expect(at(1999)).toEqual(['live', 2000])
    expect(at(2000)).toEqual(['finished', null])
  })

  it('is cancelled for ever', () => {
    for (const now of [0, 1500, 3000]) {
      expect(stateAt({ ...event, cancelled: true }, now)).toBe('cancelled')
      expect(nextChange({ ...event, cancelled: true }, now)).toBeNull()
    }
  })
})

describe('a score of an event', () => {
  it('counts if it was played and arrives while the event is live', () => {
    expect(admission(event, 1000, 1500)).toBe('counts')
    expect(admission(event, 999, 1500)).toBeNull()
    expect(admission({ ...event, cancelled: true }, 1000, 1500)).toBeNull()
  })

  it('waits for the director if it was played inside and arrives within 24 hours of the finish', () => {
    expect(LATE).toBe(86_400_000)
    expect(admission(event, 1999, 2000)).toBe('pending')
    expect(admission(event, 1000, 2000 + LATE - 1)).toBe('pending')
    expect(admission(event, 1000, 2000 + LATE)).toBeNull()
    expect(admission(event, 2000, 2001)).toBeNull()
  })
})
