import * as m from '#messages'
import type { BestGame, EventFormat, GroupPoints, GroupSize, PointsTable } from '../../rules/format.ts'
import { groupPoints, groupStrikes, rankPoints, THOUSANDTHS } from '../../rules/points.ts'
import { decimal, times } from './standing-labels.ts'

const NAMES: Readonly<Record<EventFormat['kind'], () => string>> = {
  'high-score': m.events_format_high_score,
  'best-game': m.events_format_best_game,
  'pin-golf': m.events_format_pin_golf,
  'match-play': m.events_format_match_play,
  strikes: m.events_format_strikes,
}

/** Returns the short name of a format. */
export const formatName = ({ kind }: EventFormat): string => NAMES[kind]()

/** "100, 90, 85, 84 …" */
export function pointsLabel(table: PointsTable): string {
  const worth = (rank: number): string => decimal(rankPoints(table, rank) / THOUSANDTHS)
  return m.events_format_table({ a: worth(1), b: worth(2), c: worth(3), d: worth(4) })
}

/** "7-5-3-1" */
export const groupPointsLabel = (kind: GroupPoints, size: GroupSize): string =>
  groupPoints(kind, size)
    .map(points => decimal(points / THOUSANDTHS))
    .join('-')

function bestGame({ points: table, machinesCounted, attemptsPerMachine }: BestGame, machines: number): string {
  const points = pointsLabel(table)
  const attempts = attemptsPerMachine === undefined ? m.events_format_any_attempts() : times(attemptsPerMachine, m.events_format_attempts)
  if (machines === 1) return m.events_format_best({ points, attempts })
  const counted =
    machinesCounted === undefined || machinesCounted >= machines
      ? times(machines, m.events_format_all_count)
      : m.events_format_some_count({ count: machinesCounted, n: machinesCounted, machines })
  return m.events_format_best_counted({ points, counted, attempts })
}

/** Returns one sentence that explains a format to players. @param machines how many machines the event has */
export function formatSentence(format: EventFormat, machines: number): string {
  switch (format.kind) {
    case 'high-score':
      return machines === 1 ? m.events_format_highest_wins() : m.events_format_most_firsts({ machines })
    case 'best-game':
      return bestGame(format, machines)
    case 'pin-golf': {
      const n = Object.keys(format.targets).length
      const words = format.missed === 'simple' ? m.events_format_golf_simple : m.events_format_golf_graded
      return words({ count: n, n, missed: format.balls + 1 })
    }
    case 'match-play':
      return m.events_format_match({
        count: format.rounds,
        n: format.rounds,
        size: m.events_format_size({ size: format.groupSize }),
        grouping: m.events_format_grouping({ grouping: format.grouping }),
        points: groupPointsLabel(format.points, format.groupSize),
      })
    case 'strikes':
      return m.events_format_knockout({
        count: format.strikesToLeave,
        n: format.strikesToLeave,
        size: m.events_format_size({ size: format.groupSize }),
        strikes: groupStrikes(format.strikes, format.groupSize).join('-'),
      })
  }
}
