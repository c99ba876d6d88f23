import { afterEach, expect, it } from 'vitest'
import { speak } from '../../../platform/ui/format/locale.ts'
import { REPORT_KINDS } from '../contract.ts'
import { CHILD_IN_DANGER, reasonsFor, reportReason } from '../rules.ts'
import { reasonLabel } from './reason-labels.ts'

afterEach(() => speak('en'))

it('a reason is shown as stored in English, and translated in other languages', () => {
  const reasons = REPORT_KINDS.flatMap(reasonsFor).flatMap(choice => [choice, reportReason(choice, 'Look at it.')])
  expect(reasons.map(reasonLabel)).toEqual(reasons)
  speak('de')
  for (const reason of reasons) expect(reasonLabel(reason)).not.toBe(reason)
})

it("the reporter's own text, and a reason that is not a choice, are not translated", () => {
  speak('de')
  expect(reasonLabel(reportReason(CHILD_IN_DANGER, 'Spam or advertising: yes'))).toBe('Es gefährdet ein Kind: Spam or advertising: yes')
  expect(reasonLabel('Spam or advertisings')).toBe('Spam or advertisings')
})
