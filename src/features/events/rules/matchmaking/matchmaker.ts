import { extendToMaximumMatching } from '../draw/maximum-matching.ts'

/** How games are made in a format without rounds. */
export interface MatchmakingRules {
  /** how many players a game has */
  readonly groupSize: number
  /** how many games each player plays at most; null: as many as fit */
  readonly gamesEach: number | null
  /** minutes after the first draw from which no game begins any more; null: as long as the event runs */
  readonly minutes: number | null
  /** true: who still has an opponent left whom they have not met waits for that one instead of meeting another one again */
  readonly waitsForUnmet: boolean
}

/** Who is there when games may begin. */
export interface MatchmakingState {
  /** who waits for a game, the longest first */
  waiting: readonly string[]
  /** who is playing, and may play again afterwards */
  playing: readonly string[]
  /** how many games a player has begun */
  gamesBegun(entrantId: string): number
  /** how often two players have met */
  timesMet(a: string, b: string): number
  /** how many games may begin now, for example the number of free machines */
  free: number
}

const NONE = -1

/**
 * Makes games for those who wait. Who has begun the fewest games comes first, then who has waited longest. As many games as possible are
 * between players who have not met; only what is left free after that goes to players who have.
 * @returns the players of each new game
 */
export function makeGames(rules: MatchmakingRules, state: MatchmakingState): string[][] {
  const { waiting, gamesBegun } = state
  const players = waiting
    .filter(id => rules.gamesEach === null || gamesBegun(id) < rules.gamesEach)
    .map((id, i) => ({ id, i, begun: gamesBegun(id) }))
    .sort((a, b) => a.begun - b.begun || a.i - b.i)
    .map(({ id }) => id)
  // Where fewer are left than a group has, these play.
  const left = players.length + state.playing.filter(id => rules.gamesEach === null || gamesBegun(id) < rules.gamesEach).length
  const size = Math.min(rules.groupSize, Math.max(2, left))
  return size === 2 ? pairWaiting(rules, state, players) : groupWaiting(size, state, players)
}

/** @param players those who may begin a game, in the order in which they should */
function pairWaiting(rules: MatchmakingRules, state: MatchmakingState, players: readonly string[]): string[][] {
  const { free, timesMet } = state
  const games = pairUnmet(players.length, free, (a, b) => timesMet(players[a]!, players[b]!) === 0)
  const paired = new Set(games.flat())
  const left = players.filter((_, i) => !paired.has(i))
  const pairs = games.map(pair => pair.map(i => players[i]!))
  while (pairs.length < free) {
    const pair = findRematch(rules, state, left)
    if (pair === null) break
    pairs.push(pair)
    for (const id of pair) left.splice(left.indexOf(id), 1)
  }
  return pairs
}

/**
 * Pairs players 0 … n − 1 who have not met, each of the first ones with the first possible opponent, such that there are as many pairs as
 * possible.
 * @param most how many pairs are wanted at most
 */
function pairUnmet(n: number, most: number, isUnmet: (a: number, b: number) => boolean): [number, number][] {
  const inOrder = pairInOrder(n, most, isUnmet)
  if (inOrder.length >= Math.min(most, Math.floor(n / 2))) return inOrder
  const all = Array.from({ length: n }, (_, i) => i)
  const unmet = all.map(a => all.filter(b => a !== b && isUnmet(a, b)))
  const countPairs = (paired: readonly boolean[]): number => {
    const mates = new Array<number>(n).fill(NONE)
    extendToMaximumMatching(unmet, paired, mates)
    return mates.filter((mate, i) => mate > i).length
  }
  const wanted = Math.min(most, countPairs(all.map(() => false)))
  if (inOrder.length >= wanted) return inOrder
  return pairInOrder(n, wanted, isUnmet, (paired, made) => made + countPairs(paired) >= wanted)
}

/** @param isPossible false: with these players paired, not enough pairs could be made */
function pairInOrder(
  n: number,
  most: number,
  isUnmet: (a: number, b: number) => boolean,
  isPossible: (paired: readonly boolean[], made: number) => boolean = () => true,
): [number, number][] {
  const paired = new Array<boolean>(n).fill(false)
  const pairs: [number, number][] = []
  const canMeet = (player: number, other: number): boolean => {
    if (paired[other] || !isUnmet(player, other)) return false
    paired[player] = paired[other] = true
    if (isPossible(paired, pairs.length + 1)) return true
    paired[player] = paired[other] = false
    return false
  }
  for (let player = 0; player < n && pairs.length < most; player++) {
    if (paired[player]) continue
    // All before have a game, or cannot meet anybody who is left.
    for (let other = player + 1; other < n; other++) {
      if (!canMeet(player, other)) continue
      pairs.push([player, other])
      break
    }
  }
  return pairs
}

/** Returns two players who have met, but who have to play each other again; null: there are none. */
function findRematch(rules: MatchmakingRules, state: MatchmakingState, players: readonly string[]): [string, string] | null {
  const { timesMet } = state
  const ready = rules.waitsForUnmet ? players.filter(id => !hasUnmet(rules, state, id)) : players
  for (const [i, player] of ready.entries()) {
    const [opponent] = ready.slice(i + 1).sort((a, b) => timesMet(player, a) - timesMet(player, b))
    if (opponent !== undefined) return [player, opponent]
  }
  return null
}

/** True if somebody is left whom the player has not met, and who may still play. */
const hasUnmet = ({ gamesEach }: MatchmakingRules, { waiting, playing, gamesBegun, timesMet }: MatchmakingState, player: string): boolean =>
  [...waiting, ...playing].some(
    other => other !== player && (gamesEach === null || gamesBegun(other) < gamesEach) && timesMet(player, other) === 0,
  )

/** Groups of more than two: each of the first players gets those who were met least often, the first ones first. */
function groupWaiting(size: number, { free, timesMet }: MatchmakingState, players: readonly string[]): string[][] {
  const left = [...players]
  const groups: string[][] = []
  while (groups.length < free && left.length >= size) {
    const group = [left.shift()!]
    while (group.length < size) {
      const met = (id: string): number => group.reduce((sum, member) => sum + timesMet(member, id), 0)
      const next = left.reduce((best, id) => (met(id) < met(best) ? id : best))
      group.push(next)
      left.splice(left.indexOf(next), 1)
    }
    groups.push(group)
  }
  return groups
}

/**
 * Returns about how many minutes somebody waits for a game, if all games take as long as usual.
 * @param position in the queue, 1 for the first @param gameMs how long games take
 */
export const estimateWait = ({ position, size, open, gameMs }: { position: number; size: number; open: number; gameMs: number }): number =>
  Math.max(1, Math.ceil((Math.ceil(position / size) * gameMs) / Math.max(1, open) / 60_000))
