import fc from 'fast-check'
import unhomoglyph from 'unhomoglyph'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { name } from '#platform/live/schemas.ts'
import { newNameProblem } from '#platform/text/names.ts'
import { renamePlayers, toName } from './player-names.ts'

describe('a name from elsewhere', () => {
  it.each([
    ['Аnna Example', 'Anna Example'],
    ['Иванoв Пётр', 'Ивaнoв Пётр'],
    ['Ольга', 'Ольга'],
    ['Al\u200be\u202ex', 'Alex'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d🚀 Ann', '👩\u200d🚀 Ann'],
    [`${'x'.repeat(70)}`, 'x'.repeat(60)],
    ['\u3164', '#7'],
    ['', '#7'],
  ])('%s is %s here', (there, here) => expect(toName(there, 60, '#7')).toBe(here))

  it('is one that the site takes, whatever was written', () => {
    const letters = fc.constantFrom(...'aZéаАοΟѕՕ ́\u200d\u202e\u0000\ufe0f\u2028\ud800-9\u3164😀')
    const written = fc.oneof(
      fc.array(letters, { maxLength: 70 }).map(each => each.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(written, text => v.safeParse(name(1, 60), toName(text, 60, '#7')).success),
      { seed: 20_261_129, numRuns: 300 },
    )
  })

  it('gets a Latin letter only for one that looks like it, where the site takes no mixed word', () => {
    for (let code = 0x370; code <= 0xffff; code++) {
      const word = `b${String.fromCodePoint(code)}`
      if (newNameProblem(word) === null || !/^\p{L}$/u.test(word[1]!)) continue
      const folded = toName(word, 60, '')
      expect([word, folded]).toEqual([word, expect.stringMatching(/^b[A-Za-z]$/)])
      // The table takes a capital I for a small L.
      expect([word, folded[1]!.replace('I', 'l')]).toEqual([word, unhomoglyph(word[1]!)])
    }
  })
})

it('players who are named otherwise here keep names of their own, and it is known what they were', () => {
  const players = ['Anna', 'Аnna', 'Аnnа', 'Ben'].map(each => ({ name: each }))
  expect(
    renamePlayers(
      players,
      players.map(each => toName(each.name, 60, '')),
    ),
  ).toEqual([{ name: 'Anna' }, { name: 'Anna (2)', nameThere: 'Аnna' }, { name: 'Anna (3)', nameThere: 'Аnnа' }, { name: 'Ben' }])
})
