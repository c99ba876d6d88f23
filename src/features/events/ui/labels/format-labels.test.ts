import { expect, it } from 'vitest'
import { formatName, formatSentence } from './format-labels.ts'

it('the best-game sentence says what counts, the points of ranks, and how many attempts there are', () => {
  expect(formatSentence({ kind: 'best-game', points: 'papa', machinesCounted: 5, attemptsPerMachine: 3 }, 8)).toBe(
    'Your best game on each machine counts; ranks give points (100, 90, 85, 84 …); the best 5 of 8 machines count; 3 attempts a machine.',
  )
  expect(formatSentence({ kind: 'best-game', points: { linear: 300 } }, 4)).toBe(
    'Your best game on each machine counts; ranks give points (300, 299, 298, 297 …); all 4 machines count; as many attempts as you like.',
  )
  expect(formatSentence({ kind: 'best-game', points: { custom: [10, 7.5, 5] }, attemptsPerMachine: 1 }, 1)).toBe(
    'Your best game on each machine counts; ranks give points (10, 7.5, 5, 2.5 …); 1 attempt a machine.',
  )
})

it('the sentences of the other formats say how to win', () => {
  expect(formatSentence({ kind: 'high-score' }, 1)).toBe('The highest score wins.')
  expect(formatSentence({ kind: 'high-score' }, 3)).toContain('each of 3 machines')
  expect(formatSentence({ kind: 'pin-golf', balls: 3, targets: { a: 1, b: 2 }, missed: 'simple' }, 2)).toBe(
    '2 machines, each with a target: the ball on which you reach it is your strokes, a missed target costs 4. Fewest strokes win.',
  )
  expect(formatSentence({ kind: 'pin-golf', balls: 5, targets: { a: 1 }, missed: 'graded' }, 1)).toContain('costs 6 to 10, by how near')
  expect(formatSentence({ kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 8, points: 'ifpa' }, 9)).toBe(
    '8 rounds in groups of four, with players of your own standing; places give points (7-5-3-1). Most points win.',
  )
  expect(formatSentence({ kind: 'match-play', grouping: 'random', groupSize: 3, rounds: 1, points: 'pinburgh' }, 9)).toContain('(3-1.5-0)')
  expect(formatSentence({ kind: 'strikes', groupSize: 2, strikesToLeave: 3, strikes: 'fair' }, 9)).toBe(
    'Rounds head to head; places give strikes (0-1), and with 3 strikes you are out. Last one in wins.',
  )
})

it('each format has a name', () => {
  expect(formatName({ kind: 'pin-golf' })).toBe('Pin-golf')
})
