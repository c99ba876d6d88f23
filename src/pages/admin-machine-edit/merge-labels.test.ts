import { expect, it } from 'vitest'
import { machineLabel, mergePreviewLabel } from './merge-labels.ts'

it.each([
  [{ scores: 1, players: 1, events: 0, backglass: null }, '1 score by 1 player.'],
  [
    { scores: 1234, players: 7, events: 2, backglass: 'moves' as const },
    '1,234 scores by 7 players, its entries in 2 events, its backglass.',
  ],
  [
    { scores: 0, players: 0, events: 1, backglass: 'goes' as const },
    'its entry in 1 event. Its backglass will be deleted, because the other machine has one.',
  ],
  [{ scores: 0, players: 0, events: 0, backglass: null }, 'nothing, since it has no scores.'],
])('describes what a merge of %j moves: %s', (preview, expected) => expect(mergePreviewLabel(preview)).toBe(expected))

it('labels a machine so that two machines of the same name can be distinguished', () => {
  expect(machineLabel({ name: 'Attack from Mars', manufacturer: 'Bally', year: 1995 })).toBe('Attack from Mars (Bally, 1995)')
  expect(machineLabel({ name: 'Home brew', manufacturer: 'Nobody', year: null })).toBe('Home brew (Nobody)')
})
