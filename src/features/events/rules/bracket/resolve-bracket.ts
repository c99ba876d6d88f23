import type { MatchGroup } from '../rounds.ts'
import { oneGame } from './follow-group.ts'
import type { BracketOutcome, BracketProgress, FollowGroup } from './group-progress.ts'
import { type BracketGame, type BracketPlan, type Seat, tieGameId } from './plan.ts'

/** Who plays in a bracket, by seed: the first is seed 1. null: nobody, so the opponent has a bye. */
export type BracketField = readonly (string | null)[]

/**
 * A game of a bracket as it stands. `waiting`: some of its players are not known yet; `empty`: nobody comes, or it need not be played; `bye`:
 * all who come go on without playing; `forfeit`: it is decided without being played, because some of its players have left.
 */
export interface ResolvedGame {
  id: string
  round: number
  /** who sits where; null: nobody; undefined: not known yet */
  seats: readonly (string | null | undefined)[]
  state: 'waiting' | 'empty' | 'bye' | 'forfeit' | 'playing' | 'played'
  /** who plays in it, in the order of the seats; empty unless it is `playing` or `played` */
  players: readonly string[]
  progress: BracketProgress | null
}

export interface ResolvedBracket {
  games: readonly ResolvedGame[]
  /** by entrant: where the way through the bracket ended; who is not here is still in, or not in the field */
  ended: ReadonlyMap<string, BracketEnd>
  /** by entrant: how many games of the bracket it won, or went on from; left out: none */
  wins: ReadonlyMap<string, number>
  /** true: all games that have to be played are played */
  isDecided: boolean
}

/** Where a player's way through a bracket ended. */
export interface BracketEnd {
  /** of the last game, see `BracketGame` */
  level: number
  /** in the last game */
  place: number
  /** of the last game */
  round: number
  /** what the players of the last game were ranked by, see `BracketOutcome`; 0 where places alone are known */
  total: number
}

const seatKey = (of: string, place: number): string => `${of} ${place}`

/** True if both lists have the same members. */
const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every(each => b.includes(each))

/**
 * Computes a bracket from its field and the results so far. Nothing else decides who plays whom, so after a correction it is as if the result
 * had been so from the beginning. The result of a game counts only as long as its players are those who played it.
 * @param results the games that were played or are being played, by the id of the bracket's game
 * @param gone who has left: they come last in each game that is not decided yet; but those who have begun a game of a group of more than two stay in it
 */
export function resolveBracket(
  plan: BracketPlan,
  field: BracketField,
  results: ReadonlyMap<string, readonly MatchGroup[]>,
  follow: FollowGroup,
  gone: readonly string[] = [],
): ResolvedBracket {
  const games: ResolvedGame[] = []
  const ended = new Map<string, BracketEnd>()
  const wins = new Map<string, number>()
  /** who took a place in a game: null: nobody */
  const placed = new Map<string, string | null>()
  const sources = plan.flatMap(({ seats }) => seats.filter(seat => 'of' in seat))
  const goesOn = new Set(sources.map(({ of, place }) => seatKey(of, place)))
  const isLeft = new Set(sources.map(({ of }) => of))
  const hasSecondSet = new Set(plan.flatMap(({ secondSetOf }) => secondSetOf ?? []))
  const wonFromSecondSeat = new Map<string, boolean>()
  /** who plays in a game that was begun */
  const busy = new Set<string>()
  let isDecided = true

  const playerOf = (seat: Seat): string | null | undefined =>
    'seed' in seat ? (field[seat.seed - 1] ?? null) : placed.get(seatKey(seat.of, seat.place))

  /** Notes the places of a game, of which all after the players are nobody's. */
  const place = (game: BracketGame, { order, places, totals }: BracketOutcome, isLast: boolean): void => {
    for (const [i] of game.seats.entries()) {
      const player = order[i] ?? null
      placed.set(seatKey(game.id, i + 1), player)
      if (player !== null && (isLast || !goesOn.has(seatKey(game.id, i + 1))))
        ended.set(player, { level: game.level, place: places[i]!, round: game.round, total: totals?.get(player) ?? 0 })
    }
  }

  /** Follows the players of a game, and those of the games that play off a tie at its line. */
  const play = (game: BracketGame, players: readonly string[], seats: ResolvedGame['seats']): BracketOutcome | null => {
    const line = game.winners
    let id = game.id
    let contested = players
    let outcome: BracketOutcome = { order: [], places: [] }
    for (;;) {
      // One game plays off a tie.
      const rule = id === game.id ? follow : oneGame
      const goesOnWithout = isLeft.has(game.id) ? line : 1
      const { state, players: playing, progress } = followPresent(contested, id, rule, goesOnWithout)
      games.push({ id, round: game.round, seats: id === game.id ? seats : contested, state, players: playing, progress })
      if (progress.outcome === null) return null
      outcome = id === game.id ? progress.outcome : mergeTie(outcome, progress.outcome)
      const { order, places } = outcome
      if (line >= order.length || places[line - 1] !== places[line]) return outcome
      contested = order.filter((_, i) => places[i] === places[line])
      id = tieGameId(id)
    }
  }

  /**
   * Follows the players of a game of whom some may have left. Those who have come last, without a game if no more players are there than go on.
   * @param goesOn how many go on without having to play each other
   */
  const followPresent = (
    contested: readonly string[],
    id: string,
    rule: FollowGroup,
    goesOn: number,
  ): Pick<ResolvedGame, 'players'> & { state: 'forfeit' | 'playing' | 'played'; progress: BracketProgress } => {
    const own = isBegun(id, contested) ? (results.get(id) ?? []) : []
    const whole = rule(contested, own)
    const isPlayed = own.some(({ order }) => order !== undefined)
    const present = contested.filter(player => !gone.includes(player))
    const staysWhole = present.length === contested.length || (isPlayed && contested.length > 2)
    if (whole.outcome !== null || staysWhole)
      return { state: whole.outcome === null ? 'playing' : 'played', players: contested, progress: whole }
    const last = contested.filter(player => gone.includes(player))
    if (present.length <= goesOn) {
      const order = [...present, ...last]
      const outcome = { order, places: order.map((_, i) => i + 1) }
      const played = own.filter(({ order: result }) => result !== undefined).length
      return { state: played > 0 ? 'played' : 'forfeit', players: contested, progress: { games: played, outcome } }
    }
    const progress = rule(present, isBegun(id, present) ? results.get(id)! : [])
    if (progress.outcome === null) return { state: 'playing', players: present, progress }
    const { order, places, ...more } = progress.outcome
    const outcome = { ...more, order: [...order, ...last], places: [...places, ...last.map((_, i) => order.length + i + 1)] }
    return { state: 'played', players: present, progress: { ...progress, outcome } }
  }

  /** True if a group has begun to play a game, and its players still sit there. */
  const isBegun = (id: string, players: readonly string[]): boolean => isSameSet(results.get(id)?.[0]?.entrantIds ?? [], players)

  for (const game of plan) {
    if (game.waitsForPlayers === undefined) continue
    const players = game.seats.flatMap(seat => playerOf(seat) ?? [])
    if (isBegun(game.id, players) && follow(players, results.get(game.id)!).outcome === null) for (const player of players) busy.add(player)
  }
  for (const game of plan) {
    const seats = game.seats.map(playerOf)
    const isNeeded = game.secondSetOf === undefined ? true : wonFromSecondSeat.get(game.secondSetOf)
    const unplayed = { id: game.id, round: game.round, seats, players: [], progress: null }
    if (seats.includes(undefined) || isNeeded === undefined) {
      games.push({ ...unplayed, state: 'waiting' })
      isDecided = false
      continue
    }
    const players = seats.filter(player => player !== null && player !== undefined)
    if (!isNeeded || players.length === 0) {
      games.push({ ...unplayed, state: 'empty' })
      if (isNeeded) place(game, { order: [], places: [] }, false)
      continue
    }
    // Where all go on there is nothing to play for.
    if (players.length === 1 || (isLeft.has(game.id) && players.length <= game.winners)) {
      games.push({ ...unplayed, state: 'bye' })
      place(game, { order: players, places: players.map((_, i) => i + 1) }, false)
      continue
    }
    if (game.waitsForPlayers && !isBegun(game.id, players)) {
      if (players.some(player => busy.has(player))) {
        games.push({ ...unplayed, state: 'waiting' })
        isDecided = false
        continue
      }
      for (const player of players) busy.add(player)
    }
    const outcome = play(game, players, seats)
    if (outcome === null) {
      isDecided = false
      continue
    }
    const fromSecondSeat = outcome.order[0] === seats[1]
    wonFromSecondSeat.set(game.id, fromSecondSeat)
    for (const player of outcome.order.slice(0, game.winners)) wins.set(player, (wins.get(player) ?? 0) + 1)
    place(game, outcome, hasSecondSet.has(game.id) && !fromSecondSeat)
  }
  return { games, ended, wins, isDecided }
}

/** Puts the players of a tie into the order in which they played it off. */
function mergeTie({ order, places, ...others }: BracketOutcome, tie: BracketOutcome): BracketOutcome {
  const first = order.findIndex(player => tie.order.includes(player))
  const after = first + tie.order.length
  return {
    ...others,
    order: [...order.slice(0, first), ...tie.order, ...order.slice(after)],
    places: [...places.slice(0, first), ...tie.places.map(place => first + place), ...places.slice(after)],
  }
}
