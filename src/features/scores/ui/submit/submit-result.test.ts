import { expect, test } from 'vitest'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { belowBestLabels, placeAround, resultLabels, type SubmitSummary } from './submit-result.ts'

const say = (outcome: SubmitSummary, value = 1_000_000) => resultLabels(outcome, value, plainNumber)

test('rank 1 is announced before anything else', () => {
  expect(say({ rank: 1, players: 12, personalBest: true, previousBest: 900_000 })).toEqual({
    title: 'Grand champion!',
    text: '100,000 above your previous best.',
  })
  expect(say({ rank: 1, players: 1, personalBest: true }).text).toBe('The highest score ever on this machine here.')
})

test('a score under review is announced as such, whatever else is known', () => {
  expect(say({ rank: 2, players: 1, personalBest: false, underReview: true }).title).toBe('This score is under review')
})

test('a personal best', () => {
  expect(say({ rank: 3, personalBest: true, previousBest: 1 }).title).toBe('On the podium!')
  expect(say({ rank: 30, personalBest: true, previousBest: 999_999 })).toEqual({
    title: 'New personal best!',
    text: '1 above your previous best.',
  })
  expect(say({ rank: 30, personalBest: true }).title).toBe('On the board!')
})

test('rank 1 of the best is not that of a lower score: it says what this score did, and where the best stays', () => {
  const below: SubmitSummary = { rank: 1, players: 12, personalBest: false, previousBest: 373_000_000, place: 4 }
  expect(say(below, 51_000_000)).toEqual({ title: 'Score added', text: '322,000,000 short of your personal best. Next ball.' })
  expect(belowBestLabels(below, 51_000_000, plainNumber)).toEqual({
    place: 'On its own, this score would be #4 of 12 here.',
    best: 'Your best is still 373,000,000, #1 of 12.',
  })
  expect(belowBestLabels({ ...below, place: undefined }, 51_000_000, plainNumber)?.place).toBe(null)
  expect(belowBestLabels({ rank: 1, players: 12, personalBest: true, previousBest: 1 }, 2, plainNumber)).toBe(null)
})

test('the place of a lower score is read from the rows around the best, without the best itself', () => {
  const rows = [90, 80, 70, 60].map((value, i) => ({ userId: `u${i}`, value }))
  expect(placeAround(75, 'u0', { firstRank: 1, rows, players: 9 })).toBe(2)
  expect(placeAround(70, 'u0', { firstRank: 1, rows, players: 9 })).toBe(2)
  expect(placeAround(65, 'u1', { firstRank: 41, rows, players: 90 })).toBe(43)
  expect(placeAround(50, 'u0', { firstRank: 1, rows, players: 9 })).toBe(undefined)
  expect(placeAround(50, 'u0', { firstRank: 1, rows, players: 4 })).toBe(4)
})

test("a game below the player's best has a friendly text", () => {
  expect(say({ rank: 30, previousBest: 1_000_001 }).text).toBe('1 short of your personal best. Next ball.')
  expect(say({ rank: 30, previousBest: 1_000_000 }).text).toBe('Exactly your personal best.')
})

test('a score that waits for a connection shows no rank', () => {
  expect(say({ waiting: true }).text).toContain('saved on this device')
})
