import { type BracketRules, bracketOf } from '#events/rules/bracket/bracket-rules.ts'
import { type BracketGame, isTieGame } from '#events/rules/bracket/plan.ts'
import type { ResolvedGame } from '#events/rules/bracket/resolve-bracket.ts'
import { placeLabel } from '#events/ui/labels/number-labels.ts'
import type { PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import { toRulesRound } from '#events/ui/rounds/to-rules-round.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import * as m from '#messages'

/** A seat of a game in the drawing. */
export interface DrawnSeat {
  /** null: nobody, or not known yet */
  entrantId: string | null
  /** what stands there as long as nobody sits there: from where the player comes, or that there is a bye */
  source: string
  /** 1 for the first; null: not decided */
  place: number | null
  /** games won in a match of several; null: one game decides */
  wins: number | null
  /** true: the player goes on, or has won */
  goesOn: boolean
}

/** A game of a bracket in the drawing. */
export interface DrawnGame {
  id: string
  title: string
  state: ResolvedGame['state']
  seats: DrawnSeat[]
  /** the games that the group plays; empty as long as it does not play */
  games: PlayedGroup[]
}

/** Games that stand above each other. */
export interface DrawnColumn {
  key: string
  title: string
  games: DrawnGame[]
  /** true: who wins there goes on to the next column */
  leads: boolean
}

/** A part of a bracket: the one of the winners, that of the losers, the finals. */
export interface DrawnPart {
  key: string
  columns: DrawnColumn[]
}

/** Returns the rounds of a bracket for the drawing. @param rounds latest first, with all their groups @returns empty: it is not drawn yet */
export function drawBracket(rules: BracketRules, rounds: readonly PlayedRound[]): DrawnPart[] {
  const inOrder = [...rounds].reverse()
  const bracket = bracketOf(rules, inOrder.map(toRulesRound))
  const field = inOrder[0]?.field
  if (bracket === null || field === undefined) return []
  const plan = rules.plan(field.length)
  const planned = new Map(plan.map(game => [game.id, game]))
  const groups = new Map<string, PlayedGroup[]>()
  for (const game of inOrder.flatMap(round => round.groups))
    if (game.bracketGame !== undefined) groups.set(game.bracketGame, [...(groups.get(game.bracketGame) ?? []), game])
  const titles = gameTitles(plan)
  const parts = new Map<string, Map<string, DrawnColumn>>()
  for (const game of bracket.games) {
    if (game.state === 'empty' && planned.get(game.id)?.secondSetOf === undefined) continue
    const { part, column } = placeInDrawing(game.id, game.round)
    const columns = parts.get(part) ?? new Map<string, DrawnColumn>()
    parts.set(part, columns)
    const drawn = columns.get(column) ?? { key: column, title: columnTitle(game.id, plan), games: [], leads: false }
    columns.set(column, drawn)
    drawn.games.push(drawGame(game, planned.get(game.id), { titles, groups }))
  }
  return [...parts].map(([key, columns]) => ({ key, columns: inOrderOfNext([...columns.values()], plan) }))
}

/** Puts the games of each column beside those that their winners play next. */
function inOrderOfNext(columns: readonly DrawnColumn[], plan: readonly BracketGame[]): DrawnColumn[] {
  const nextOf = new Map(
    plan.flatMap(({ id, seats }) => seats.flatMap(seat => ('of' in seat && seat.place === 1 ? [[seat.of, id] as const] : []))),
  )
  const ordered: DrawnColumn[] = []
  for (const column of columns.toReversed()) {
    const following = ordered[0]?.games ?? []
    const position = ({ id }: DrawnGame): number => following.findIndex(game => game.id === nextOf.get(id.replaceAll('-tie', '')))
    const leads = column.games.some(game => position(game) >= 0)
    ordered.unshift({ ...column, leads, games: column.games.toSorted((a, b) => position(a) - position(b)) })
  }
  return ordered
}

/** Games of one part and one round of it stand in one column. */
function placeInDrawing(id: string, round: number): { part: string; column: string } {
  if (id.startsWith('l')) return { part: 'losers', column: id.split('-')[0]! }
  if (id.startsWith('final')) return { part: 'final', column: id.replace('-tie', '') }
  return { part: 'winners', column: id.startsWith('third') ? 'third' : `round ${round}` }
}

const isRoundOf = (id: string): { round: number; game: number } | null => {
  const [, round, game] = /^[wlgr](\d+)-(\d+)$/.exec(id) ?? []
  return round === undefined ? null : { round: Number(round), game: Number(game) }
}

/** Names the games, for the seats of those that follow. */
function gameTitles(plan: readonly BracketGame[]): ReadonlyMap<string, string> {
  return new Map(
    plan.map(({ id, round }) => {
      const known = isRoundOf(id)
      const column = columnTitle(id, plan)
      if (known === null) return [id, id.startsWith('s') ? m.events_bracket_winners_round({ n: round }) : column]
      const isAlone = plan.filter(each => each.id.startsWith(`${id.split('-')[0]}-`)).length === 1
      return [id, isAlone ? column : m.events_bracket_game({ round: column, n: known.game })]
    }),
  )
}

function columnTitle(id: string, plan: readonly BracketGame[]): string {
  const base = id.replaceAll('-tie', '')
  if (base === 'third') return m.events_bracket_third()
  if (base === 'final-2') return m.events_bracket_second_set()
  if (base === 'final') return m.events_bracket_final()
  const known = isRoundOf(base)
  if (known === null) return m.events_bracket_winners_round({ n: Number(base.slice(1)) })
  if (base.startsWith('r')) return m.events_bracket_winners_round({ n: known.round })
  if (base.startsWith('l')) return m.events_bracket_losers_round({ n: known.round })
  const count = plan.filter(each => each.id.startsWith(`${base.split('-')[0]}-`)).length
  const isDouble = plan.some(each => each.id === 'final')
  if (isDouble || count > 4 || (base.startsWith('g') && count > 2)) return m.events_bracket_winners_round({ n: known.round })
  if (count === 1) return m.events_bracket_final()
  if (count === 2) return m.events_bracket_semifinal()
  return count === 4 && base.startsWith('w') ? m.events_bracket_quarterfinal() : m.events_bracket_winners_round({ n: known.round })
}

function drawGame(
  { id, state, seats, progress }: ResolvedGame,
  planned: BracketGame | undefined,
  { titles, groups }: { titles: ReadonlyMap<string, string>; groups: ReadonlyMap<string, PlayedGroup[]> },
): DrawnGame {
  const games = groups.get(id) ?? []
  const decided = progress?.outcome ?? null
  const confirmed = games.filter(each => each.state === 'confirmed')
  const source = (i: number): string => {
    const seat = planned?.seats[i]
    if (seats[i] === null || seat === undefined) return m.events_bracket_bye()
    if ('seed' in seat) return m.events_bracket_seed({ n: seat.seed })
    const game = titles.get(seat.of) ?? ''
    if (planned!.seats.length > 2) return m.events_bracket_place_of({ place: placeLabel(seat.place), game })
    return seat.place === 1 ? m.events_bracket_winner_of({ game }) : m.events_bracket_loser_of({ game })
  }
  return {
    id,
    title: isTieGame(id) ? m.events_bracket_tie() : (titles.get(id) ?? ''),
    state,
    games,
    seats: seats.map((player, i): DrawnSeat => {
      const index = player ? (decided?.order.indexOf(player) ?? -1) : -1
      return {
        entrantId: player ?? null,
        source: source(i),
        place: index < 0 ? null : decided!.places[index]!,
        wins: games.length > 1 && seats.length === 2 ? confirmed.filter(({ result }) => result?.[0] === player).length : null,
        goesOn: state === 'bye' ? player !== null : index >= 0 && index < (planned?.winners ?? 1),
      }
    }),
  }
}
