import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { decimal, times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { FlipFrenzy } from '../rules.ts'

/** Returns the share of games won in percent. */
const percentOf = (points: number, games: number): number => Math.round((100 * points) / games)

export const labels: FormatLabels<FlipFrenzy> = {
  order: 10,
  name: m.events_frenzy,
  summary: m.events_frenzy_summary,
  sentence: ({ minutes, order, leastGames }) =>
    order === 'net'
      ? m.events_frenzy_sentence_net({ n: decimal(minutes) })
      : leastGames < 2
        ? m.events_frenzy_sentence({ n: decimal(minutes) })
        : m.events_frenzy_sentence_least({ n: decimal(minutes), least: decimal(leastGames) }),
  figure: ({ points, games = [] }) => ({
    value: `${decimal(points)}–${decimal(games.length - points)}`,
    unit: m.events_frenzy_unit(),
  }),
  progress: ({ points, games = [] }) =>
    games.length === 0
      ? times(0, m.events_count_games)
      : m.events_frenzy_progress({ percent: decimal(percentOf(points, games.length)), games: times(games.length, m.events_count_games) }),
  isTied: (a, b) => a.points === b.points && a.games?.length === b.games?.length,
  game: ({ points }) => (points > 0 ? m.events_game_won() : m.events_game_lost()),
}
