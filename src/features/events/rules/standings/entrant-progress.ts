import type { Adjustment } from '../adjustment.ts'
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
 * @param adjustments of the entrant; each counts from the end of its round on
 */
export function rankProgress(
  rules: RoundRules,
  entrantId: string,
  outcomes: Iterable<RoundOutcome>,
  adjustments: readonly Adjustment[] = [],
): EntrantProgress {
  const games: GameResult[] = []
  const counted: RoundOutcome[] = []
  let progress: RoundProgress = { games: 0, points: 0, strikes: 0, places: [], outIn: null }
  const waiting = [...adjustments].sort((a, b) => a.afterRound - b.afterRound)
  /** Adds what was adjusted before a round began. @returns the round after which that eliminated the entrant; null: none */
  const adjust = (before: number): number | null => {
    while (waiting.length > 0 && waiting[0]!.afterRound < before) {
      const { amount, afterRound } = waiting.shift()!
      progress = rules.adjust?.(progress, amount) ?? progress
      const isLastOfRound = waiting[0]?.afterRound !== afterRound
      if (isLastOfRound && rules.isOutByAdjustment?.(progress) === true) return Math.max(1, afterRound)
    }
    return null
  }
  for (const outcome of outcomes) {
    const { round, game: gameNumber, group, place, tied } = outcome
    const outBefore = adjust(round)
    if (outBefore !== null) return toEntrant(outBefore)
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
    // What the director took back at the end of the round may keep the entrant in.
    adjust(round + 1)
    if (rules.isOut(game, progress)) return toEntrant(round)
  }
  return toEntrant(adjust(Number.POSITIVE_INFINITY))

  function toEntrant(outIn: number | null): EntrantProgress {
    const final = { ...progress, outIn }
    return { entrantId, games, progress: final, outcomes: counted, ...rules.rankKey(final) }
  }
}
