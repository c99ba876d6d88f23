import * as v from 'valibot'
import { id, integer, strictObject } from '../../../platform/live/contract.ts'

/**
 * Points by rank on a machine. `papa`: 100, 90, 85, 84, … down by 1; `linear`: from 100 or from the given number, down by 1; `custom`: as
 * listed, then its last step is repeated. Never below 0.
 */
export type PointsTable = 'papa' | 'linear' | { linear: number } | { custom: number[] }

/** Points by place in a match group. */
export type GroupPoints = 'ifpa' | 'papa' | 'pinburgh' | 'winner'

export type GroupSize = 2 | 3 | 4
export type Grouping = 'swiss' | 'balanced' | 'random'

export interface HighScore {
  kind: 'high-score'
}

export interface BestGame {
  kind: 'best-game'
  points: PointsTable
  /** if omitted, all machines count */
  machinesCounted?: number
  /** if omitted, attempts are unlimited */
  attemptsPerMachine?: number
}

export interface PinGolf {
  kind: 'pin-golf'
  balls: 3 | 5
  /** the score to reach, by machine id; a machine without a target is not a hole */
  targets: { [machineId: string]: number }
  missed: 'simple' | 'graded'
}

export interface MatchPlay {
  kind: 'match-play'
  grouping: Grouping
  groupSize: GroupSize
  rounds: number
  points: GroupPoints
}

export interface Strikes {
  kind: 'strikes'
  groupSize: GroupSize
  strikesToLeave: number
  strikes: 'standard' | 'fair' | 'progressive'
}

/** Formats whose standings are computed from attempts. */
export type ScoreFormat = HighScore | BestGame | PinGolf
/** Formats whose standings are computed from rounds of match groups. */
export type RoundFormat = MatchPlay | Strikes
export type EventFormat = ScoreFormat | RoundFormat

export const isRoundFormat = (format: EventFormat): format is RoundFormat => format.kind === 'match-play' || format.kind === 'strikes'

/** An event has at most this many machines. */
export const MAX_MACHINES = 64

const inThousandths = (value: number): boolean => Math.round(value * 1000) / 1000 === value

const listedPoints = v.pipe(
  v.number('must be a number'),
  v.check(value => value >= 0 && value <= 10_000 && inThousandths(value), 'must be a number from 0 to 10000 with at most 3 decimals'),
)

const customPoints = v.pipe(
  v.array(listedPoints, 'must be a list of numbers'),
  v.minLength(2, 'must list at least 2 numbers'),
  v.maxLength(1000, 'must list at most 1000 numbers'),
  v.check(list => list.every((points, i) => i === 0 || points <= list[i - 1]!), 'must not rise'),
  v.check(list => list.at(-1) === 0 || list.at(-1)! < list.at(-2)!, 'must fall at its end: the last step is repeated down to 0'),
)

export const pointsTable: v.GenericSchema<unknown, PointsTable> = v.union(
  [v.picklist(['papa', 'linear']), strictObject({ linear: integer(1, 10_000) }), strictObject({ custom: customPoints })],
  'must be "papa", "linear", { linear: number } or { custom: numbers }',
)

const oneOf = <const Choices extends readonly (string | number)[]>(choices: Choices) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`)

const groupSize = oneOf([2, 3, 4])

const targets = v.pipe(
  v.record(id, integer(1, Number.MAX_SAFE_INTEGER), 'must be targets by machine'),
  v.check(each => Object.keys(each).length >= 1 && Object.keys(each).length <= MAX_MACHINES, `must be 1 to ${MAX_MACHINES} targets`),
)

/** Does not check that the targets belong to the event's machines; the server does that when an event is added or edited. */
export const eventFormat: v.GenericSchema<unknown, EventFormat> = v.variant(
  'kind',
  [
    strictObject({ kind: v.literal('high-score') }),
    strictObject({
      kind: v.literal('best-game'),
      points: pointsTable,
      machinesCounted: v.exactOptional(integer(1, MAX_MACHINES)),
      attemptsPerMachine: v.exactOptional(integer(1, 1000)),
    }),
    strictObject({ kind: v.literal('pin-golf'), balls: oneOf([3, 5]), targets, missed: oneOf(['simple', 'graded']) }),
    strictObject({
      kind: v.literal('match-play'),
      grouping: oneOf(['swiss', 'balanced', 'random']),
      groupSize,
      rounds: integer(1, 100),
      points: oneOf(['ifpa', 'papa', 'pinburgh', 'winner']),
    }),
    strictObject({
      kind: v.literal('strikes'),
      groupSize,
      strikesToLeave: integer(1, 100),
      strikes: oneOf(['standard', 'fair', 'progressive']),
    }),
  ],
  'must be "high-score", "best-game", "pin-golf", "match-play" or "strikes"',
)
