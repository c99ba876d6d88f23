import { expect, it } from 'vitest'
import { formatName, formatSentence } from './format-labels.ts'

it('the best-game sentence says what counts, the points of ranks, and how many attempts there are', () => {
  expect(formatSentence({ kind: 'best-game', points: 'papa', machinesCounted: 5, attemptsPerMachine: 3 }, 8)).toBe(
    'Your best game on each machine counts. Ranks earn points (100, 90, 85, 84 …); the best 5 of 8 machines count; 3 attempts per machine.',
  )
  expect(formatSentence({ kind: 'best-game', points: { linear: 300 } }, 4)).toBe(
    'Your best game on each machine counts. Ranks earn points (300, 299, 298, 297 …); all 4 machines count; unlimited attempts.',
  )
  expect(formatSentence({ kind: 'best-game', points: { custom: [10, 7.5, 5] }, attemptsPerMachine: 1 }, 1)).toBe(
    'Your best game on each machine counts. Ranks earn points (10, 7.5, 5, 2.5 …); 1 attempt per machine.',
  )
})

it('the sentences of the other formats say how to win', () => {
  expect(formatSentence({ kind: 'high-score' }, 1)).toBe('The highest score wins.')
  expect(formatSentence({ kind: 'high-score' }, 3)).toContain('each of 3 machines')
  expect(formatSentence({ kind: 'pin-golf', balls: 3, targets: { a: 1, b: 2 }, missed: 'simple' }, 2)).toBe(
    'Each machine has a target score. Reach it on ball 2: two strokes. Miss it: 4 strokes. Lowest total wins.',
  )
  expect(formatSentence({ kind: 'pin-golf', balls: 5, targets: { a: 1 }, missed: 'graded' }, 1)).toContain(
    '6 to 10 strokes, depending on how close',
  )
  expect(formatSentence({ kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 8, points: 'ifpa' }, 9)).toBe(
    '8 rounds in groups of four, against players with a similar standing. Places earn points (7-5-3-1). Most points win.',
  )
  expect(formatSentence({ kind: 'match-play', grouping: 'random', groupSize: 3, rounds: 1, points: 'pinburgh' }, 9)).toContain('(3-1.5-0)')
  expect(formatSentence({ kind: 'strikes', groupSize: 2, strikesToLeave: 3, strikes: 'fair' }, 9)).toBe(
    'Rounds head to head. Places earn strikes (0-1); 3 strikes and you’re out. Last player standing wins.',
  )
})

it('each format has a name', () => {
  expect(formatName({ kind: 'pin-golf' })).toBe('Pin-golf')
})
