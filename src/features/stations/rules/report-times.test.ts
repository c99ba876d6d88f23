import { describe, expect, it } from 'vitest'
import { withSiteTimes } from './report-times.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 29, 20)
const at = (ms: number): Date => new Date(NOW + ms)

describe('the times of a report', () => {
  it.each([
    ['five minutes fast', 5 * MINUTE],
    ['forty minutes slow', -40 * MINUTE],
    ['in another year', -400 * 86_400_000],
  ])('are those of the site where the clock of its sender is %s', (_, ahead) => {
    const report = { sentAt: at(ahead), endedAt: at(ahead - 3 * MINUTE), startedAt: at(ahead - 10 * MINUTE) }
    expect(withSiteTimes(report, NOW)).toMatchObject({ endedAt: at(-3 * MINUTE), startedAt: at(-10 * MINUTE) })
    expect(withSiteTimes({ sentAt: at(ahead) }, NOW)).toMatchObject({ endedAt: undefined, startedAt: undefined })
  })

  it('stay as they are where the clock is right but for the way of the message, and where the sender does not tell its time', () => {
    for (const sent of [{}, { sentAt: at(-4000) }, { sentAt: at(4000) }]) {
      const report = { ...sent, endedAt: at(-3 * MINUTE), startedAt: at(-10 * MINUTE) }
      expect(withSiteTimes(report, NOW)).toEqual(report)
    }
  })

  it('can be stored whatever the sender says', () => {
    expect(withSiteTimes({ sentAt: new Date(253_402_300_799_999), endedAt: new Date(0) }, NOW)).toMatchObject({ endedAt: new Date(0) })
  })
})
