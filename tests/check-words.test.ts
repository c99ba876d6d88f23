import { expect, it } from 'vitest'
import { discouragedWordsIn, findDiscouragedWords } from '../scripts/check-words.mjs'

it.each([
  ['Somebody doubts this score', 'Somebody'],
  ['Every board forgets them at once.', 'at once'],
  ['Void it', 'Void it'],
  ['The score could not be loaded.', 'could not'],
  ['The link is good for three days.', 'good for three'],
  ['E-mail', 'E-mail'],
])('"%s" is refused for "%s"', (text, word) => {
  expect(discouragedWordsIn(text).map(found => found.word)).toContain(word)
})

it.each(['Void score', 'Add it to your calendar', 'You’re offline.', 'Nobody here has ever played Taxi.'])('"%s" is accepted', text => {
  expect(discouragedWordsIn(text)).toEqual([])
})

it('no English message has a discouraged word', () => {
  expect(findDiscouragedWords()).toEqual([])
})
