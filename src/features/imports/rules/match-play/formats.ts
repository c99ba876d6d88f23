import type { EventFormat } from '#events/formats/registry.ts'
import type { TIE_BREAKS } from '#events/rules/standings-options.ts'
import { type JsonFields, toList, toNumber, toText } from './answers.ts'

/**
 * How the result of a game is read. `positions`: the order is that of `resultPositions`; `points`: players with equal `resultPoints` are tied,
 * the most points first.
 */
export type ResultRule = 'positions' | 'points'

/** What the format of an event at Match Play is here. */
export interface ReadFormat {
  format: EventFormat
  results: ResultRule
  /** what the service tells of it: games in the rounds that they are part of, games one by one, or scores of single players */
  plays: 'rounds' | 'games' | 'scores'
  /** true: totals there are what totals are here */
  hasTotals: boolean
  /** what the `resultPoints` of a player in a game say: points in thousandths, or strikes; null: nothing that adds up */
  figure(points: number, all: readonly number[]): number | null
  tieBreaks: (typeof TIE_BREAKS)[number][]
  byes: 'full' | 'half' | 'none'
}

/** The most attempts to which a format may limit a player on a machine. */
const MOST_ATTEMPTS = 1000

/** Returns a format whose limit of attempts on a machine, if it has one, is at least this. */
export function withRoomFor(format: EventFormat, attempts: number): EventFormat {
  if (format.kind !== 'best-game' || format.attemptsPerMachine === undefined) return format
  const { attemptsPerMachine, ...unlimited } = format
  const most = Math.max(attemptsPerMachine, attempts)
  return most > MOST_ATTEMPTS ? unlimited : { ...unlimited, attemptsPerMachine: most }
}

const THOUSANDTHS = 1000
const inThousandths = (points: number): number => Math.round(points * THOUSANDTHS)

/** The points of `pointsMap` for groups of this size, first place first; null: it has none. */
function listedPoints(pointsMap: unknown, size: number): number[] | null {
  const row = toList(toList(pointsMap)[size - 1]).map(toNumber)
  return row.length === size && row.every(points => points !== null) ? (row as number[]) : null
}

/** Points by place; null: this site can't list them. */
function groupPoints({ pointsMap }: JsonFields): { custom: Record<2 | 3 | 4, number[]> } | null {
  const [two, three, four] = [2, 3, 4].map(size => listedPoints(pointsMap, size))
  if (!two || !three || !four) return null
  const areListable = (points: readonly number[]): boolean =>
    points.every((each, i) => each >= 0 && each <= 1000 && Math.round(each * 100) / 100 === each && (i === 0 || each <= points[i - 1]!))
  return [two, three, four].every(areListable) ? { custom: { 4: four, 3: three, 2: two } } : null
}

/** What a bye is worth, as far as this site knows it: the points of a group of one, compared with those of the winner of a group of two. */
function byeWorth({ pointsMap }: JsonFields): ReadFormat['byes'] {
  const [own] = listedPoints(pointsMap, 1) ?? [0]
  const [win] = listedPoints(pointsMap, 2) ?? [1]
  return own! * 4 >= win! * 3 ? 'full' : own! * 4 >= win! ? 'half' : 'none'
}

const TIE_BREAKS_OF: Readonly<Record<string, ReadFormat['tieBreaks']>> = {
  placement: ['places'],
  placement_last: ['places'],
  wins: ['wins'],
}

const BEST_GAME_POINTS: Readonly<Record<string, Extract<EventFormat, { kind: 'best-game' }>['points']>> = {
  bg_papa: 'papa',
  bg_linear: 'linear',
  bg_linear_200: { linear: 200 },
  bg_linear_300: { linear: 300 },
  bg_linear_500: { linear: 500 },
}

/**
 * Returns what the format of a tournament is here. A round robin is match play whose pairs are all different, so that its standings are those
 * of match play.
 * @param size players of its largest game
 * @param rounds how many rounds it has; null: it still runs, and has as many as are played
 * @returns null: only the places can be taken over
 */
export function readFormat(tournament: JsonFields, size: number, rounds: number | null): ReadFormat | null {
  const groupSize = size <= 2 ? 2 : size === 3 ? 3 : 4
  const type = toText(tournament.type)
  if (size > 4) return null
  switch (type) {
    case 'group_matchplay':
    case 'matchplay':
    case 'manual_matchplay':
    case 'round_robin':
    case 'double_round_robin':
    case 'max_matchplay':
    case 'pace_matchplay': {
      const isOneByOne = type === 'max_matchplay' || type === 'pace_matchplay'
      const points = groupPoints(tournament) ?? (groupSize === 2 ? WIN : null)
      if (points === null) return null
      const shared = { groupSize, points } as const
      return {
        format: isOneByOne
          ? { kind: type === 'max_matchplay' ? 'max-match-play' : 'pace-match-play', games: clamp(rounds ?? MOST_ROUNDS), ...shared }
          : { kind: 'match-play', grouping: 'balanced', rounds: clamp(rounds ?? MOST_ROUNDS), ...shared },
        results: 'positions',
        plays: isOneByOne ? 'games' : 'rounds',
        hasTotals: true,
        figure: inThousandths,
        // Formats whose games begin one by one have none to choose.
        tieBreaks: isOneByOne ? ['places'] : (TIE_BREAKS_OF[toText(tournament.tiebreaker)] ?? []),
        byes: isOneByOne ? 'full' : byeWorth(tournament),
      }
    }
    case 'knockout':
    case 'group_knockout': {
      const isFair = tournament.knockoutFair === true
      const isProgressive = tournament.knockoutProgressive === true
      return {
        format: {
          kind: 'strikes',
          groupSize: type === 'knockout' ? 2 : groupSize,
          strikesToLeave: clamp(toNumber(tournament.knockoutStrikeCount) ?? 3),
          strikes: isFair ? 'fair' : isProgressive ? 'progressive' : 'standard',
        },
        results: isProgressive || type === 'knockout' ? 'positions' : 'points',
        plays: 'rounds',
        hasTotals: true,
        figure: isFair ? fairStrikes : isProgressive ? playersAhead : points => (points > 0 ? 0 : 1),
        tieBreaks: [],
        byes: 'full',
      }
    }
    case 'frenzy':
      return {
        format: { kind: 'flip-frenzy', groupSize: groupSize === 2 ? 2 : 3, minutes: 1440, order: 'net', leastGames: 0 },
        results: 'positions',
        plays: 'games',
        // Wins minus losses there, and wins here.
        hasTotals: false,
        figure: () => null,
        tieBreaks: ['places'],
        byes: 'full',
      }
    case 'best_game': {
      const points = BEST_GAME_POINTS[toText(tournament.bestGameScoring)]
      if (points === undefined || (toNumber(tournament.bestGameNumberOfBestGames) ?? 1) !== 1) return null
      const counted = toNumber(tournament.bestGameArenasCounted)
      const attempts = toNumber(tournament.bestGameAttemptsOnArena)
      return {
        format: {
          kind: 'best-game',
          points,
          ...(counted === null || counted < 1 || counted > 64 ? {} : { machinesCounted: counted }),
          ...(attempts === null || attempts < 1 ? {} : { attemptsPerMachine: clamp(attempts, 1000) }),
        },
        results: 'positions',
        plays: 'scores',
        hasTotals: true,
        figure: () => null,
        tieBreaks: ['places'],
        byes: 'full',
      }
    }
    default:
      return null
  }
}

/** A format in which places can be taken over: nobody plays, and everybody gets points for the place. */
export const PLACES_ONLY: EventFormat = { kind: 'match-play', grouping: 'balanced', groupSize: 4, rounds: 1, points: 'ifpa' }

/** A game of two is worth a point where the service lists nothing else. */
const WIN = { custom: { 4: [1, 0, 0, 0], 3: [1, 0, 0], 2: [1, 0] } }

const MOST_ROUNDS = 100

const clamp = (value: number, most = MOST_ROUNDS): number => Math.min(most, Math.max(1, Math.round(value)))

/** Fair strikes: 1.00 for the first, 0.02 for one strike, 0.01 for two. */
const fairStrikes = (points: number): number => (points >= 1 ? 0 : points >= 0.015 ? 1 : 2)

const playersAhead = (points: number, all: readonly number[]): number => all.filter(other => other > points).length
