import type { Round } from '../rounds.ts'
import { type BracketRules, gamesOf } from './bracket-rules.ts'
import { type BracketField, resolveBracket } from './resolve-bracket.ts'

/** A group that a bracket has now. */
export interface StandingGroup {
  id: string
  /** 1 for the first */
  round: number
  /** which game of the bracket it plays */
  bracketGame: string
  entrantIds: readonly string[]
  /** for each of its games, whether its result counts */
  confirmed: readonly boolean[]
}

/** What has to change for the groups of an event to be those of its bracket. */
export interface BracketSettlement {
  /** groups that are missing */
  added: { bracketGame: string; round: number; entrantIds: string[]; games: number }[]
  /** groups whose game has other players now, or need not be played */
  removed: StandingGroup[]
  /** groups that play more or fewer games than they have */
  resized: { group: StandingGroup; games: number }[]
  /** who goes on without a game, by round */
  byes: Map<number, string[]>
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every(each => b.includes(each))

/**
 * Compares the groups of an event with the bracket that follows from its results.
 * @param rounds of the event, with the results that count @param groups the same groups, as they are stored @param gone who has left
 */
export function settleBracket(
  rules: Pick<BracketRules, 'plan' | 'follow'>,
  field: BracketField,
  rounds: readonly Round[],
  groups: readonly StandingGroup[],
  gone: readonly string[] = [],
): BracketSettlement {
  const { games } = resolveBracket(rules.plan(field.length), field, gamesOf(rounds), rules.follow, gone)
  const wanted = new Map(games.flatMap(game => (game.state === 'playing' || game.state === 'played' ? [[game.id, game] as const] : [])))
  const kept = new Map(
    groups
      .filter(({ bracketGame, entrantIds }) => isSame(wanted.get(bracketGame)?.players ?? [], entrantIds))
      .map(each => [each.bracketGame, each]),
  )
  const byes = new Map<number, string[]>()
  for (const { state, round, seats } of games) {
    if (state !== 'bye' && state !== 'forfeit') continue
    const present = seats.flatMap(seat => (seat === null || seat === undefined || gone.includes(seat) ? [] : seat))
    byes.set(round, [...(byes.get(round) ?? []), ...present])
  }
  return {
    byes,
    removed: groups.filter(group => kept.get(group.bracketGame) !== group),
    resized: [...kept.values()].flatMap(group => {
      const { games: count } = wanted.get(group.bracketGame)!.progress!
      // A game that was played stays, whether it was needed or not.
      const least = group.confirmed.lastIndexOf(true) + 1
      const size = Math.max(count, least)
      return size === group.confirmed.length ? [] : [{ group, games: size }]
    }),
    added: [...wanted.values()]
      .filter(({ id }) => !kept.has(id))
      .map(({ id, round, players, progress }) => ({ bracketGame: id, round, entrantIds: [...players], games: progress!.games })),
  }
}
