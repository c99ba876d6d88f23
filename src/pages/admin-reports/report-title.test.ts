import { describe, expect, it } from 'vitest'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { scoreTitle } from '#scores/server/score-title.ts'
import { reportTitle } from './report-title.ts'

const score = scoreTitle({ value: 965_432_098, machineName: 'Attack on Mars', displayName: 'Ada' })
const title = (locale: Locale, ...args: Parameters<typeof reportTitle>): string => inLocale(locale, () => reportTitle(...args))

describe('the title of a report', () => {
  it.each<[Locale, string]>([
    ['en', '965,432,098 on Attack on Mars by Ada'],
    ['de', '965.432.098 auf Attack on Mars von Ada'],
    ['ar', '965,432,098 على \u2068Attack on Mars\u2069 للاعب \u2068Ada\u2069'],
  ])('names a score in the words of %s', (locale, expected) => {
    expect(title(locale, 'score', score)).toBe(expected)
    expect(title(locale, 'picture', `Picture of ${score}`)).toBe(expected)
  })

  it('names the player or the group of a photo, without saying again that it is a photo', () => {
    expect(title('de', 'picture', 'Picture of Ada')).toBe('Ada')
  })

  it('keeps names and comments as they are', () => {
    expect(title('de', 'profile', 'Picture of Dorian')).toBe('Picture of Dorian')
    expect(title('de', 'comment', '“1 on 1 by the door”')).toBe('“1 on 1 by the door”')
    expect(title('de', 'score', 'a score')).toBe('a score')
  })
})
