import type { StandingsDoc } from '#events/contract/documents.ts'
import { adjustedFigure, type ChosenOptions, type EventFormat, formatRules } from '#events/formats/registry.ts'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { Playoff } from '#events/rules/standings/playoffs.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { toRulesRound } from './to-rules-round.ts'
import type { PlayedRound } from './use-rounds.ts'

/** A result that the director is about to confirm. `places`: left out if nobody is tied. */
export interface CorrectedResult {
  /** see `gameKey` */
  gameKey: string
  order: readonly string[]
  places?: readonly number[]
}

/** An entrant whose row in the standings changes. */
export interface StandingChange {
  entrantId: string
  before: StandingsEntry
  after: StandingsEntry
}

/**
 * Works out what a corrected result changes in the standings, by the new ranks.
 * @param rounds all rounds, with all their groups
 * @param shown the standings as they are, which tell the playoffs and what the director has added to totals
 * @param chosen what the event's director chose
 */
export function listStandingChanges(
  format: EventFormat,
  entrantIds: readonly string[],
  rounds: readonly PlayedRound[],
  { gameKey, order, places }: CorrectedResult,
  shown: readonly Pick<StandingsDoc, 'entrantId' | 'rank' | 'playoff' | 'adjustments'>[],
  chosen: ChosenOptions = {},
): StandingChange[] {
  const { standings } = formatRules(format, chosen)
  const inOrder = [...rounds].sort((a, b) => a.number - b.number)
  const corrected = inOrder.map(round => ({
    ...round,
    groups: round.groups.map(group => {
      if (group._id !== gameKey) return group
      const { places: _, ...others } = group
      return { ...others, state: 'confirmed' as const, result: [...order], ...(places === undefined ? {} : { places: [...places] }) }
    }),
  }))
  const adjustments = listAdjustments(format, shown)
  const playoffs = listPlayoffs(standings([], entrantIds, { rounds: inOrder.map(toRulesRound), adjustments }), shown)
  const before = new Map(
    standings([], entrantIds, { rounds: inOrder.map(toRulesRound), playoffs, adjustments }).map((row): [string, StandingsEntry] => [
      row.entrantId,
      row,
    ]),
  )
  return standings([], entrantIds, { rounds: corrected.map(toRulesRound), playoffs, adjustments }).flatMap(after => {
    const { entrantId } = after
    const row = before.get(entrantId)!
    return figuresKey(row) === figuresKey(after) ? [] : { entrantId, before: row, after }
  })
}

/** Returns the adjustments that the rows show, as the rules take them. */
function listAdjustments({ kind }: EventFormat, shown: readonly Pick<StandingsDoc, 'entrantId' | 'adjustments'>[]): Adjustment[] {
  const unit = adjustedFigure(kind) === 'point' ? THOUSANDTHS : 1
  return shown.flatMap(({ entrantId, adjustments = [] }) =>
    adjustments.map(({ amount, ...each }) => ({ entrantId, ...each, amount: Math.round(amount * unit) })),
  )
}

/** The rank and the figures of a row, for comparison. */
function figuresKey(row: StandingsEntry): string {
  const {
    machines: _machines,
    games: _games,
    adjustments: _adjustments,
    tieBreak: _tieBreak,
    decidedBy: _decidedBy,
    playoff: _playoff,
    ...figures
  } = row
  return JSON.stringify(figures)
}

/** Returns the playoffs that decide places now: those who would share a rank, all of whom have their place by a playoff. */
function listPlayoffs(rows: readonly StandingsEntry[], shown: readonly Pick<StandingsDoc, 'entrantId' | 'rank' | 'playoff'>[]): Playoff[] {
  const byId = new Map(shown.map(row => [row.entrantId, row]))
  const ranks = new Set(rows.map(({ rank }) => rank))
  return [...ranks].flatMap(rank => {
    const tied = rows.filter(row => row.rank === rank).map(({ entrantId }) => entrantId)
    if (tied.length === 1 || tied.some(id => byId.get(id)?.playoff !== true)) return []
    return [tied.sort((a, b) => byId.get(a)!.rank - byId.get(b)!.rank)]
  })
}
