import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { REPORT_KINDS, reportsAdd } from './contract.ts'
import { CHILD_IN_DANGER, isUrgent, MAX_REASON_TEXT, reasonsFor, reportReason } from './rules.ts'

describe('a reason', () => {
  it('is short enough for the server with every choice and the longest text', () => {
    const report = { _id: '0190f7a2-1c6b-7abc-8abc-0123456789ab', subjectId: 'x' }
    for (const kind of REPORT_KINDS)
      for (const choice of reasonsFor(kind))
        expect(
          v.safeParse(reportsAdd.input, { ...report, kind, reason: reportReason(choice, 'x'.repeat(MAX_REASON_TEXT)) }).success,
          choice,
        ).toBe(true)
  })

  it('is the choice alone if no text was added', () => {
    expect(reportReason('Spam or advertising', '  \n')).toBe('Spam or advertising')
    expect(reportReason('Spam or advertising', ' Sells things. ')).toBe('Spam or advertising: Sells things.')
  })

  it('can be about a child for every kind of subject, and is urgent then', () => {
    for (const kind of REPORT_KINDS) expect(reasonsFor(kind)).toContain(CHILD_IN_DANGER)
    expect(isUrgent(reportReason(CHILD_IN_DANGER, 'A picture.'))).toBe(true)
    expect(isUrgent('Spam: It endangers a child')).toBe(false)
  })
})
