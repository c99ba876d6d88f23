/**
 * Meaningful games of brackets by their size, as haugstrup/IfpaTgpCalculator has them from IFPA's guide of 1 January 2016 (WPPR 5.1). Nothing
 * newer is publicly known.
 */

/** Returns the games of a double elimination whose matches are one game; undefined: the table has no such size. */
export function doubleEliminationGames(players: number): number | undefined {
  return players >= 4 && players < 128 ? Math.floor(Math.log2(players)) + 3 : undefined
}

/** the most players of a bracket of groups with one round, two rounds and so on */
const GROUP_BRACKET_SIZES = [5, 11, 22, 45, 91]

/** Returns the games of a bracket of groups of four, each round of which counts twice its games. @param games of each round */
export function groupBracketGames(players: number, games: number): number | undefined {
  // For four games the table ends at 45 players.
  const sizes = games === 3 ? GROUP_BRACKET_SIZES : games === 4 ? GROUP_BRACKET_SIZES.slice(0, -1) : []
  const index = sizes.findIndex(most => players <= most)
  return players < 4 || index < 0 ? undefined : (index + 1) * games * 2
}
