import type { RoundRules } from '../format-rules.ts'
import type { ByeOpponent, TieBreak } from '../standings-options.ts'
import type { EntrantProgress } from './entrant-progress.ts'
import { headToHead } from './head-to-head.ts'
import { THOUSANDTHS } from './points.ts'
import { comparePlaces, decidingPlacement, type EntrantPlacement, smallerId, type TieDecision } from './tie-break.ts'

/** What separates two neighbours with the same total. Figures in thousandths. */
interface Separation {
  by: TieBreak
  better: number
  worse: number
  /** the place whose count decided, if places did */
  place: number | null
}

/** Entrants who share a rank. */
interface Part {
  members: readonly EntrantProgress[]
  /** from the part before it; null: it is the first */
  separation: Separation | null
}

/** Entrants with the same figure, and the figure. */
interface Level {
  members: EntrantProgress[]
  figure: number
}

/** What is known of opponents. */
interface Opponents {
  /** Returns an entrant's total (thousandths). */
  getPoints(entrantId: string): number
  byeOpponent: ByeOpponent
}

/** The points that an entrant had after a round, without adjustments. */
const pointsAfter = ({ games }: EntrantProgress, last: number): number =>
  games.reduce((total, { round, points }) => (round <= last ? total + points : total), 0)

/** The points of everybody whom an entrant met, ascending; who was met twice is in it twice. A bye adds nobody, or the entrant as of then. */
const opponentPoints = (entrant: EntrantProgress, { getPoints, byeOpponent }: Opponents): number[] =>
  entrant.outcomes
    .flatMap(({ group, round }) => {
      if (group === null) return byeOpponent === 'self' ? [pointsAfter(entrant, round)] : []
      return (group.order ?? []).filter(id => id !== entrant.entrantId).map(getPoints)
    })
    .sort((a, b) => a - b)

/** Returns an entrant's points by round, byes left out. */
function roundPoints(games: EntrantProgress['games']): ReadonlyMap<number, number> {
  const byRound = new Map<number, number>()
  for (const { round, machineId, points } of games) if (machineId !== null) byRound.set(round, (byRound.get(round) ?? 0) + points)
  return byRound
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const FIGURES: Readonly<Record<Exclude<TieBreak, 'head-to-head' | 'places'>, (entrant: EntrantProgress, opponents: Opponents) => number>> =
  {
    wins: ({ outcomes }) => THOUSANDTHS * outcomes.filter(({ place, tied }) => place === 1 && tied === 1).length,
    buchholz: (entrant, opponents) => sum(opponentPoints(entrant, opponents)),
    'median-buchholz': (entrant, opponents) => sum(opponentPoints(entrant, opponents).slice(1, -1)),
    'highest-round': ({ games }) => Math.max(0, ...roundPoints(games).values()),
  }

/** Divides tied entrants by one tie-break, best first. */
function divide(by: TieBreak, tied: readonly EntrantProgress[], opponents: Opponents): Level[] {
  const duels = by === 'head-to-head' ? headToHead(tied) : null
  if (by === 'head-to-head' && duels === null) return [{ members: [...tied], figure: 0 }]
  const figured = tied.map(entrant => ({
    entrant,
    figure: by === 'places' ? 0 : by === 'head-to-head' ? duels!.get(entrant.entrantId)! : FIGURES[by](entrant, opponents),
  }))
  const compare = (a: (typeof figured)[number], b: (typeof figured)[number]): number =>
    by === 'places' ? comparePlaces(a.entrant.places, b.entrant.places) : b.figure - a.figure
  const levels: Level[] = []
  let last: (typeof figured)[number] | null = null
  for (const each of figured.sort(compare)) {
    if (last !== null && compare(last, each) === 0) levels.at(-1)!.members.push(each.entrant)
    else levels.push({ members: [each.entrant], figure: each.figure })
    last = each
  }
  return levels
}

function separate(by: TieBreak, better: Level, worse: Level): Separation {
  if (by !== 'places') return { by, better: better.figure, worse: worse.figure, place: null }
  const [above, below] = [better.members[0]!.places, worse.members[0]!.places]
  const place = decidingPlacement(above, below)
  const count = (places: readonly number[]): number => THOUSANDTHS * places.filter(each => each === place).length
  return { by, better: count(above), worse: count(below), place }
}

/**
 * Breaks a tie. Where a tie-break separates only some, those who are still level go on with the next one of the list; they do not begin
 * anew (as FIDE's tie-break regulations C.07 have it in 4.2). Only head to head is compared again among them, because it depends on who is
 * compared.
 */
function breakTie(tied: readonly EntrantProgress[], tieBreaks: readonly TieBreak[], opponents: Opponents): Part[] {
  const [by, ...others] = tieBreaks
  if (tied.length === 1 || by === undefined) return [{ members: [...tied].sort(smallerId), separation: null }]
  const levels = divide(by, tied, opponents)
  if (levels.length === 1) return breakTie(tied, others, opponents)
  return levels.flatMap((level, i) => {
    const [first, ...rest] = breakTie(level.members, by === 'head-to-head' ? tieBreaks : others, opponents)
    return i === 0 ? [first!, ...rest] : [{ ...first!, separation: separate(by, levels[i - 1]!, level) }, ...rest]
  })
}

function toPlacement(rank: number, { separation: above }: Part, below: Separation | null): EntrantPlacement {
  const separation = above ?? below
  if (separation === null) return { rank, tieBreak: null }
  const { by, better, worse, place } = separation
  const decidedBy: TieDecision = above === null ? { by, own: better, other: worse } : { by, own: worse, other: better }
  return { rank, tieBreak: place, decidedBy }
}

/**
 * Ranks entrants by their totals, and those with equal totals by the tie-breaks that the director chose. Entrants without a place in any
 * group stand behind those who have one.
 * @returns the entrants, best first; those who share a rank by id
 */
export function rankByTieBreaks(
  { tieBreaks, byeOpponent }: Pick<RoundRules, 'tieBreaks' | 'byeOpponent'>,
  entrants: readonly EntrantProgress[],
  assign: (entrant: EntrantProgress, placement: EntrantPlacement) => void,
): EntrantProgress[] {
  const points = new Map(entrants.map(({ entrantId, progress }) => [entrantId, progress.points]))
  const opponents: Opponents = { getPoints: entrantId => points.get(entrantId) ?? 0, byeOpponent }
  const isBehind = (a: EntrantProgress, b: EntrantProgress): number =>
    b.sortValue - a.sortValue || Number(b.progress.places.length > 0) - Number(a.progress.places.length > 0)
  const sorted = [...entrants].sort(isBehind)
  const order: EntrantProgress[] = []
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1
    while (to < sorted.length && isBehind(sorted[from]!, sorted[to]!) === 0) to++
    const parts = breakTie(sorted.slice(from, to), tieBreaks, opponents)
    for (const [i, part] of parts.entries()) {
      const placement = toPlacement(order.length + 1, part, parts[i + 1]?.separation ?? null)
      for (const member of part.members) assign(member, placement)
      order.push(...part.members)
    }
    from = to
  }
  return order
}
