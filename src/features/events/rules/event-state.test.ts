import { describe, expect, it } from 'vitest'
import { LATE_SCORE_MS, nextChange, scoreAdmission, stateAt } from './event-state.ts'

const event = { startsAt: 1000, endsAt: 2000, finishesAt: 2000 }

describe('the state of an event', () => {
  it('follows from the time, with the time of its next change', () => {
    const at = (now: number) => [stateAt(event, now), nextChange(event, now)]
    expect(at(999)).toEqual(['upcoming', 1000])
    expect(at(1000)).toEqual(['live', 2000])
    expect(at(1999)).toEqual(['live', 2000])
    expect(at(2000)).toEqual(['finished', null])
  })

  it('stays live past its planned end until its director ends it, where the clock does not', () => {
    const unfinished = { ...event, finishesAt: null }
    for (const now of [1000, 2000, 1_000_000]) expect([stateAt(unfinished, now), nextChange(unfinished, now)]).toEqual(['live', null])
    expect([stateAt(unfinished, 999), nextChange(unfinished, 999)]).toEqual(['upcoming', 1000])
    expect(stateAt({ ...event, finishesAt: 2500 }, 2400)).toBe('live')
    expect(stateAt({ ...event, finishesAt: 2500 }, 2500)).toBe('finished')
  })

  it('stays cancelled', () => {
    for (const now of [0, 1500, 3000]) {
      expect(stateAt({ ...event, cancelled: true }, now)).toBe('cancelled')
      expect(nextChange({ ...event, cancelled: true }, now)).toBeNull()
    }
  })
})

describe('a score of an event', () => {
  it('counts if it was played and arrives while the event is live', () => {
    expect(scoreAdmission(event, 1000, 1500)).toBe('counts')
    expect(scoreAdmission(event, 999, 1500)).toBeNull()
    expect(scoreAdmission({ ...event, cancelled: true }, 1000, 1500)).toBeNull()
  })

  it('waits for the director if it was played while the event was live and arrives within 24 hours after its end', () => {
    expect(LATE_SCORE_MS).toBe(86_400_000)
    expect(scoreAdmission(event, 1999, 2000)).toBe('pending')
    expect(scoreAdmission(event, 1000, 2000 + LATE_SCORE_MS - 1)).toBe('pending')
    expect(scoreAdmission(event, 1000, 2000 + LATE_SCORE_MS)).toBeNull()
    expect(scoreAdmission(event, 2000, 2001)).toBeNull()
  })
})
