import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { parseArgument } from '#platform/live/parse-argument.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { type EventFormat, eventFormat, roundRules } from './registry.ts'

const bestGame = (points: unknown, more = {}) => ({ kind: 'best-game', points, ...more })
const golf = { kind: 'pin-golf', balls: 3, targets: { m1: 1_000_000 }, missed: 'graded' }
const matchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 5, points: 'ifpa' }
const ownPoints = (four: unknown, more = {}) => ({ ...matchPlay, points: { custom: { 4: four, 3: [7, 4, 1], 2: [7, 1] }, ...more } })
const strikes = { kind: 'strikes', groupSize: 4, strikesToLeave: 8, strikes: 'fair' }

const formats = [
  { kind: 'high-score' },
  bestGame('papa'),
  bestGame('linear', { machinesCounted: 5, attemptsPerMachine: 3 }),
  ...[150, 200, 300, 500].map(from => bestGame({ linear: from })),
  bestGame({ custom: [10, 7.5, 5.125, 0] }),
  golf,
  { ...golf, balls: 5, missed: 'simple' },
  matchPlay,
  { ...matchPlay, grouping: 'balanced', groupSize: 2, points: 'pinburgh' },
  ownPoints([10, 6.25, 6.25, 0]),
  ownPoints([1000, 0, 0, 0]),
  strikes,
]

const wrong: [what: string, format: unknown][] = [
  ['no kind', {}],
  ['another kind', { kind: 'low-score' }],
  ['a key of another format', { kind: 'high-score', rounds: 3 }],
  ['no points', { kind: 'best-game' }],
  ['another table', bestGame('golf')],
  ['a line from nowhere', bestGame({ linear: 0 })],
  ['a list that rises', bestGame({ custom: [5, 6, 1] })],
  ['a list that never comes down', bestGame({ custom: [10, 5, 5] })],
  ['a list of one, which has no step', bestGame({ custom: [10] })],
  ['points with four decimals', bestGame({ custom: [1.0005, 0] })],
  ['negative points', bestGame({ custom: [1, -1] })],
  ['no machines counted', bestGame('papa', { machinesCounted: 0 })],
  ['a fraction of an attempt', bestGame('papa', { attemptsPerMachine: 1.5 })],
  ['four balls', { ...golf, balls: 4 }],
  ['no targets', { ...golf, targets: {} }],
  ['a target of nothing', { ...golf, targets: { m1: 0 } }],
  ['groups of five', { ...matchPlay, groupSize: 5 }],
  ['no rounds', { ...matchPlay, rounds: 0 }],
  ['other points', { ...matchPlay, points: 'linear' }],
  ['own points that rise', ownPoints([5, 6, 1, 0])],
  ['own points for three of four', ownPoints([5, 4, 1])],
  ['own points with three decimals', ownPoints([5, 4, 1.125, 0])],
  ['own points above a thousand', ownPoints([1000.5, 4, 1, 0])],
  ['negative own points', ownPoints([5, 4, 1, -1])],
  ['own points without groups of two', { ...matchPlay, points: { custom: { 4: [7, 5, 3, 1], 3: [7, 4, 1] } } }],
  ['own points with another key', ownPoints([7, 5, 3, 1], { from: 7 })],
  ['no strikes to leave', { ...strikes, strikesToLeave: 0 }],
]

describe('an event format', () => {
  it('is accepted in every documented variant', () => {
    for (const format of formats) expect(v.parse(eventFormat, format)).toEqual(format)
  })

  it.each(wrong)('is not %s', (_, format) => {
    expect(v.safeParse(eventFormat, format).success).toBe(false)
  })

  it('is rejected with the path of the invalid field', () => {
    const add = strictObject({ format: eventFormat })
    const refused = (format: unknown) => () => parseArgument(add, [{ format }])
    expect(refused({ ...matchPlay, rounds: 0 })).toThrow('format.rounds must be a whole number from 1 to 100')
    expect(refused(bestGame({ custom: [5, 6, 1] }))).toThrow('format.points.custom must not rise')
    expect(refused(ownPoints([5, 6, 1, 0]))).toThrow('format.points.custom.4 must not rise')
    expect(refused({ kind: 'low-score' })).toThrow('format.kind must be "high-score"')
  })

  it('is played in rounds or takes attempts', () => {
    const ofRounds = formats.filter(format => roundRules(format as EventFormat) !== null).map(format => format.kind)
    expect(new Set(ofRounds)).toEqual(new Set(['match-play', 'strikes']))
  })
})
