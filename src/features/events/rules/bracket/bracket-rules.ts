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
  /** how many may play at most; left out: `MAX_BRACKET` */
  readonly largestField?: number
}

/** Returns the bracket of an event as its rounds have it; null: it is not drawn yet. */
export function bracketOf({ plan, follow }: Pick<BracketRules, 'plan' | 'follow'>, rounds: readonly Round[]): ResolvedBracket | null {
  const field = rounds[0]?.field
  if (field === undefined) return null
  return resolveBracket(plan(field.length), field, gamesOf(rounds), follow)
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
 * Gives late players the byes that are not used yet: those whose player has not begun the next game. The lowest seed that has one meets the
 * first who is late.
 * @returns the field; the same object if nobody found a place
 */
export function withLatePlayers(
  rules: Pick<BracketRules, 'plan' | 'follow'>,
  field: BracketField,
  rounds: readonly Round[],
  late: readonly string[],
): BracketField {
  let current = field
  for (const player of late) {
    const games = gamesOf(rounds)
    const before = resolveBracket(rules.plan(field.length), current, games, rules.follow)
    // A game that is up may be being played.
    const isBegun = (id: string): boolean => games.has(id)
    const seat = current.findIndex((each, i) => {
      if (each !== null) return false
      const next = [...current]
      next[i] = player
      const after = resolveBracket(rules.plan(field.length), next, games, rules.follow)
      // Nobody's game may be lost.
      const playable = new Map(after.games.map(game => [game.id, game.players]))
      return before.games.every(
        ({ id, players }) => !isBegun(id) || players.length === 0 || players.every(one => playable.get(id)?.includes(one)),
      )
    })
    if (seat < 0) break
    const next = [...current]
    next[seat] = player
    current = next
  }
  return current
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
