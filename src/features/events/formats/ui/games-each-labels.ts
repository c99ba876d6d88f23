import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { GamesEach } from '../games-each.ts'
import type { FormatLabels } from './format-labels.ts'
import { groupPointsLabel } from './group-points-label.ts'

/** The texts that formats share in which everybody plays as many games. */
export const gamesEachLabels: Pick<FormatLabels<GamesEach<string>>, 'sentence' | 'figure' | 'progress' | 'isTied' | 'game'> = {
  sentence: ({ games, groupSize, points }) =>
    m.events_games_each_sentence({
      count: games,
      n: games,
      size: m.events_format_size({ size: groupSize }),
      points: groupPointsLabel(points, groupSize),
    }),
  figure: ({ points }) => ({ value: decimal(points), unit: m.events_unit_points({ count: points }) }),
  progress: ({ games = [] }) => times(games.length, m.events_count_games),
  isTied: (a, b) => a.points === b.points,
  game: ({ points }) => times(points, m.events_count_points),
}
