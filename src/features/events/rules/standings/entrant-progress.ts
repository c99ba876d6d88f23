import type { GameOutcome, RoundProgress, RoundRules } from '../format-rules.ts'
import type { MatchGroup } from '../rounds.ts'
import type { GameResult } from './standings-entry.ts'
import type { RankKey } from './tie-break.ts'

/** What a game came to for one entrant. `group` and `place` null: a bye. */
export interface RoundOutcome {
  /** 1 for the first */
  round: number
  /** which game of the round, 1 for the first */
  game: number
  group: MatchGroup | null
  place: number | null
  tied: number
}

/** An entrant's progress through the rounds, and the key that ranks it. */
export interface EntrantProgress extends RankKey {
  readonly entrantId: string
  readonly games: GameResult[]
  readonly progress: RoundProgress
  /** The outcomes that count, in order of play; `games` is derived from them. */
  readonly outcomes: readonly RoundOutcome[]
}

/**
 * Adds up one entrant's games.
 * @param outcomes of one entrant, in the order in which they were played; what follows the round in which the entrant is eliminated does not count
 */
export function rankProgress(rules: RoundRules, entrantId: string, outcomes: Iterable<RoundOutcome>): EntrantProgress {
  const games: GameResult[] = []
  const counted: RoundOutcome[] = []
  let progress: RoundProgress = { games: 0, points: 0, strikes: 0, places: [], outIn: null }
  for (const outcome of outcomes) {
    const { round, game: gameNumber, group, place, tied } = outcome
    counted.push(outcome)
    const game: GameOutcome = { place, size: group?.entrantIds.length ?? null, tied }
    const figures = rules.gameFigures(game)
    const shownPlace = rules.countsPlace?.(game) === false ? null : place
    const key = { round, ...(gameNumber === 1 ? {} : { game: gameNumber }) }
    games.push({ ...key, machineId: group?.machineId ?? null, place: shownPlace, ...figures })
    progress = {
      games: games.length,
      points: progress.points + figures.points,
      strikes: progress.strikes + (figures.strikes ?? 0),
      places: place === null ? progress.places : [...progress.places, place],
      outIn: null,
    }
    if (!rules.isOut(game, progress)) continue
    progress = { ...progress, outIn: round }
    break
  }
  return { entrantId, games, progress, outcomes: counted, ...rules.rankKey(progress) }
}
