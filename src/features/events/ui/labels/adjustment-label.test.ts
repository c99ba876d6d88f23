import { expect, it } from 'vitest'
import { LOCALES } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { adjustmentLabel } from './adjustment-label.ts'

it('says how much was added or taken, of what', () => {
  expect([adjustmentLabel('point', 1.5), adjustmentLabel('strike', -1), adjustmentLabel('stroke', 2)]).toEqual([
    '+1.5 points',
    '−1 strike',
    '+2 strokes',
  ])
})

it('has the number and its sign in every language, also where one and two of a thing need none', () => {
  for (const locale of LOCALES)
    for (const figure of ['point', 'strike', 'stroke'] as const)
      for (const amount of [1, 2, -1, -2, 12]) {
        const label = inLocale(locale, () => adjustmentLabel(figure, amount))
        expect(label).toContain(`${amount > 0 ? '+' : '−'}${Math.abs(amount)}`)
      }
})
