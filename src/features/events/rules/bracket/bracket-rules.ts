import { seededRandom, shuffled } from '../draw/seeded-random.ts'
import type { Round } from '../rounds.ts'
import type { FollowGroup } from './group-progress.ts'
import type { BracketPlan } from './plan.ts'
import { type BracketField, type ResolvedBracket, resolveBracket } from './resolve-bracket.ts'

/** How many players a bracket has at most. */
export const MAX_BRACKET = 256

/** How a format's bracket is made. */
export interface BracketRules {
  /** Returns the games of a bracket with this many seats in its field. The same object for the same number. */
  plan(seats: number): BracketPlan
  /** Returns how many seats the field has for so many players. Those that are left over are byes, which a late player may take. */
  seats(players: number): number
  follow: FollowGroup
  /** who chooses a game's machine; left out: it is drawn or chosen as in any other format */
  readonly chooses?: 'higher-seed' | 'loser'
  /** true: the games of who has left stay up, so that somebody enters them: each result counts in a table; left out: they are lost at once */
  readonly keepsGames?: true
  /** how many may play at most; left out: `MAX_BRACKET` */
  readonly largestField?: number
}

/** Returns the bracket of an event as its rounds have it; null: it is not drawn yet. */
export function bracketOf({ plan, follow }: Pick<BracketRules, 'plan' | 'follow'>, rounds: readonly Round[]): ResolvedBracket | null {
  const field = rounds[0]?.field
  if (field === undefined) return null
  return resolveBracket(plan(field.length), field, gamesOf(rounds), follow, rounds[0]!.gone)
}

/** Returns the groups' games by the game of the bracket that they are. */
export function gamesOf(rounds: readonly Round[]): Map<string, Round['groups']> {
  const games = new Map<string, Round['groups']>()
  for (const { groups } of rounds)
    for (const group of groups) {
      if (group.bracketGame === undefined) continue
      const own = games.get(group.bracketGame)
      if (own === undefined) games.set(group.bracketGame, [group])
      else own.push(group)
    }
  return games
}

/**
 * Returns the field of a new bracket: players in the order of their seeds, and those without one after them by lot.
 * @param seed the same seed gives the same lots
 */
export function drawField(
  { seats }: Pick<BracketRules, 'seats'>,
  players: readonly { id: string; seed: number | null }[],
  seed: string,
): (string | null)[] {
  const lots = shuffled(players, seededRandom(`${seed}/lots`))
  const inOrder = lots.sort((a, b) => (a.seed ?? Number.MAX_SAFE_INTEGER) - (b.seed ?? Number.MAX_SAFE_INTEGER))
  return Array.from({ length: seats(players.length) }, (_, i) => inOrder[i]?.id ?? null)
}

/**
 * Gives late players seats that nobody has, the best one first, as long as no game that is up depends on who sits there: it may be being played.
 * @param begun the games that are up or played
 * @returns the field; the same object if nobody found a seat
 */
export function withLatePlayers(plan: BracketPlan, field: BracketField, begun: ReadonlySet<string>, late: readonly string[]): BracketField {
  const waiting = [...late]
  const seated = field.map((player, i) => {
    if (player !== null || waiting.length === 0) return player
    const changed = new Set<string>()
    for (const { id, seats } of plan) if (seats.some(seat => ('seed' in seat ? seat.seed === i + 1 : changed.has(seat.of)))) changed.add(id)
    return [...changed].some(id => begun.has(id)) ? null : waiting.shift()!
  })
  return waiting.length === late.length ? field : seated
}

/** Remembers the plan for each number of seats, which is asked for again and again. */
export function rememberPlans(make: (seats: number) => BracketPlan): (seats: number) => BracketPlan {
  const plans = new Map<number, BracketPlan>()
  return seats => {
    const plan = plans.get(seats) ?? make(seats)
    plans.set(seats, plan)
    return plan
  }
}
