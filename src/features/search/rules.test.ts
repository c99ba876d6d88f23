import { expect, it } from 'vitest'
import { isSearchable } from './rules.ts'

it('searches for any text with a letter or a digit of any script', () => {
  for (const text of ['a', ' 8 ', 'É!', '山', 'ي', '½']) expect([text, isSearchable(text)]).toEqual([text, true])
  for (const text of ['', ' ', '!?', '%_', '’', '🙂', '\u0301']) expect([text, isSearchable(text)]).toEqual([text, false])
})
