import { afterEach, expect, it } from 'vitest'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { REPORT_KINDS } from '../contract.ts'
import { CHILD_IN_DANGER, reasonsFor, reportReason } from '../rules.ts'
import { reasonLabel } from './reason-labels.ts'

afterEach(() => setActiveLocale('en'))

it('a stored reason is shown in the words of each language, with what the reporter added', () => {
  const choices = REPORT_KINDS.flatMap(reasonsFor)
  expect(reasonLabel(CHILD_IN_DANGER)).toBe('Child safety concern')
  for (const locale of ['en', 'de'] as const) {
    setActiveLocale(locale)
    for (const choice of choices) expect(reasonLabel(reportReason(choice, 'Look at it.'))).toBe(`${reasonLabel(choice)}: Look at it.`)
  }
  for (const choice of choices) expect(reasonLabel(choice)).not.toBe(choice)
})

it("the reporter's own text, and a reason that is not a choice, are not translated", () => {
  setActiveLocale('de')
  expect(reasonLabel(reportReason(CHILD_IN_DANGER, 'Spam or advertising: yes'))).toBe('Gefährdung von Kindern: Spam or advertising: yes')
  expect(reasonLabel('Spam or advertisings')).toBe('Spam or advertisings')
})
