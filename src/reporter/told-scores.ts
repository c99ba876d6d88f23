/* Which player of a game that was seen has which of the scores that its end tells (RULES.md, R16 to R18). */

/** Scores below this are left out by some boards (R16). */
const LEAST_TOLD = 10_000

export const isEqual = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((each, i) => each === b[i])

/** The numbers of the players who have scored at least `least`, 1 for who began. */
const scorers = (scores: readonly number[], least: number): number[] => scores.flatMap((score, i) => (score >= least ? [i + 1] : []))

const matches = (scores: readonly number[], told: readonly number[], least: number): boolean =>
  isEqual(
    scorers(scores, least).map(player => scores[player - 1]!),
    told,
  )

/** R16: true if these are the very scores that were told. */
export const isExact = (scores: readonly number[], told: readonly number[]): boolean =>
  matches(scores, told, 1) || matches(scores, told, LEAST_TOLD)

/**
 * The player of each score that was told (R16, R17), or why that is not known (R18).
 * @param isFresh the scores are those of the last seconds of the game, so that one player may have scored since (R17)
 */
export function playersOf(scores: readonly number[], told: readonly number[], isFresh: boolean): number[] | 'order' | 'unseen' {
  if (matches(scores, told, 1)) return scorers(scores, 1)
  if (matches(scores, told, LEAST_TOLD)) return scorers(scores, LEAST_TOLD)
  const seen = scorers(scores, 1).map(player => ({ player, score: scores[player - 1]! }))
  if (seen.length === 0 || seen.length > told.length) return 'unseen'
  if (seen.length < told.length) return 'order'
  if (seen.some(({ score }, i) => score > told[i]!)) return 'unseen'
  const grown = seen.filter(({ score }, i) => score < told[i]!).length
  const isClear = isFresh && grown === 1 && seen.every(({ score }) => score >= LEAST_TOLD)
  return isClear ? seen.map(({ player }) => player) : 'order'
}
