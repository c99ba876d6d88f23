import type { EventFormat } from '#events/formats/registry.ts'
import type { ExportedEvent } from '#events/rules/verify-export.ts'

/** A row of standings: rank, entrant and points, strokes or strikes. Points in thousandths. */
export interface PlainRow {
  entrantId: string
  rank: number
  figure: number
  /** where a chosen tie-break decided: which one, and the figures of the row and its neighbour */
  decidedBy?: string
}

type Keys = Map<string, { key: Key; figure: number; decidedBy?: string }>

/** What an entrant is ranked by: numbers compared one after the other, higher being better; a longer list beats its beginning. */
type Key = number[]

const compareKeys = (a: Key, b: Key): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (b[i] ?? Number.NEGATIVE_INFINITY) - (a[i] ?? Number.NEGATIVE_INFINITY)
    if (difference !== 0) return difference
  }
  return 0
}

const byPlace = (places: readonly number[]): Key => [...places].sort((a, b) => a - b).map(place => -place)

const GROUP_POINTS: Record<string, Record<number, number[]>> = {
  ifpa: { 4: [7, 5, 3, 1], 3: [7, 4, 1], 2: [7, 1] },
  papa: { 4: [4, 2, 1, 0], 3: [4, 2, 1], 2: [4, 1] },
  pinburgh: { 4: [3, 2, 1, 0], 3: [3, 1.5, 0], 2: [3, 0] },
  winner: { 4: [1, 0, 0, 0], 3: [1, 0, 0], 2: [1, 0] },
}
const STRIKES: Record<string, Record<number, number[]>> = {
  standard: { 4: [0, 0, 1, 1], 3: [0, 1, 1], 2: [0, 1] },
  fair: { 4: [0, 1, 1, 2], 3: [0, 1, 2], 2: [0, 1] },
  progressive: { 4: [0, 1, 2, 3], 3: [0, 1, 2], 2: [0, 1] },
}

interface Game {
  round: number
  /** everybody of the group, and their places */
  met: { id: string; place: number }[]
  /** null: a bye */
  place: number | null
  size: number
  /** how many share the place */
  tied: number
}

function gamesOf(entrantId: string, { rounds }: ExportedEvent): Game[] {
  return rounds.flatMap(({ groups, byes, gamesPerGroup = 1 }, i): Game[] => {
    if (byes.includes(entrantId))
      return Array.from({ length: gamesPerGroup }, () => ({ round: i + 1, met: [], place: null, size: 0, tied: 1 }))
    return groups
      .filter(({ order }) => order?.includes(entrantId))
      .map(group => {
        const places = group.places ?? group.order!.map((_, n) => n + 1)
        const place = places[group.order!.indexOf(entrantId)]!
        const met = group.order!.map((id, n) => ({ id, place: places[n]! }))
        return { round: i + 1, met, place, size: places.length, tied: places.filter(each => each === place).length }
      })
  })
}

const playedPlaces = (games: readonly Game[]): number[] => games.flatMap(({ place }) => place ?? [])

const BYE_SHARE = { full: 1, half: 0.5, none: 0 }

/** What a game of match play is worth, in thousandths. */
function gamePoints({ format, byes }: ExportedEvent['event'], { place, size, tied }: Game): number {
  if (format.kind !== 'match-play') return 0
  const table: Record<number, number[]> = typeof format.points === 'string' ? GROUP_POINTS[format.points]! : format.points.custom
  if (place === null) return table[2]![0]! * 1000 * BYE_SHARE[byes ?? 'full']
  const shared = table[size]!.slice(place - 1, place - 1 + tied).reduce((a, b) => a + b, 0)
  return Math.round((shared * 1000) / tied)
}

/** Round by round: the games until the entrant is out, and the strikes of them and of the director. */
function knockout(id: string, exported: ExportedEvent): { counted: Game[]; strikes: number; outIn: number | null } {
  const { format } = exported.event
  if (format.kind !== 'strikes') throw new Error(`${format.kind} has no strikes`)
  const games = gamesOf(id, exported)
  const own = (exported.adjustments ?? []).filter(({ entrantId }) => entrantId === id)
  const counted: Game[] = []
  let strikes = 0
  for (let round = 0; round <= exported.rounds.length; round++) {
    for (const game of games.filter(each => each.round === round)) {
      counted.push(game)
      strikes += game.place === null ? 0 : STRIKES[format.strikes]![game.size]![game.place - 1]!
    }
    const changes = own.filter(({ afterRound }) => afterRound === round)
    for (const { amount } of changes) strikes = Math.max(0, strikes + amount)
    if (strikes >= format.strikesToLeave) return { counted, strikes, outIn: Math.max(1, round) }
  }
  return { counted, strikes, outIn: null }
}

function roundKey(id: string, exported: ExportedEvent): { key: Key; figure: number } {
  const { event } = exported
  const { format } = event
  const games = gamesOf(id, exported)
  switch (format.kind) {
    case 'match-play': {
      const added = (exported.adjustments ?? []).filter(({ entrantId }) => entrantId === id).reduce((sum, { amount }) => sum + amount, 0)
      const figure = games.reduce((sum, game) => sum + gamePoints(event, game), added)
      return { key: [figure, ...byPlace(playedPlaces(games))], figure }
    }
    case 'strikes': {
      const { counted, strikes, outIn } = knockout(id, exported)
      const places = byPlace(playedPlaces(counted))
      if (outIn !== null) return { key: [0, outIn, ...places], figure: strikes }
      return { key: counted.length === 0 ? [0, 0] : [1, -strikes, ...places], figure: strikes }
    }
    case 'amazing-race': {
      for (const [survived, { place, size, round }] of games.entries())
        if (place !== null && place > size - Math.min(format.out, size - 1)) return { key: [0, round, -place], figure: survived * 1000 }
      return { key: games.length === 0 ? [0, 0] : [1], figure: games.length * 1000 }
    }
    default:
      throw new Error(`${format.kind} is not played in rounds`)
  }
}

function strokesOf(
  format: EventFormat & { kind: 'pin-golf' },
  target: number,
  value: number | undefined,
  strokes: number | undefined,
): number {
  const worst = format.missed === 'simple' ? format.balls + 1 : 10
  if (value === undefined) return strokes === undefined ? worst : Math.min(worst, strokes)
  if (value >= target) return Math.min(format.balls, Math.max(1, strokes ?? format.balls))
  if (format.missed === 'simple') return format.balls + 1
  const parts = 10 - format.balls
  return 10 - Math.floor((value * parts) / target)
}

const tablePoints = (rank: number): number => (rank === 1 ? 100 : rank === 2 ? 90 : Math.max(0, 88 - rank)) * 1000

function scoreKeys({
  event: { format },
  machines,
  entrants,
  attempts,
  voids,
  adjustments = [],
}: ExportedEvent): Map<string, { key: Key; figure: number }> {
  const golf = format.kind === 'pin-golf' ? format : null
  const ranked = machines
    .map(({ machineId }) => machineId)
    .filter(machineId => golf === null || golf.targets[machineId] !== undefined)
    .map(machineId => {
      const bests = new Map<string, number>()
      for (const attempt of attempts) {
        const isVoid = voids.some(({ machineId: id, from, to }) => id === machineId && from <= attempt.at && attempt.at < to)
        if (attempt.machineId !== machineId || attempt.voided || attempt.rejected || attempt.pending || isVoid) continue
        if (golf === null && attempt.value === undefined) continue
        const worth = golf === null ? attempt.value! : -strokesOf(golf, golf.targets[machineId]!, attempt.value, attempt.strokes)
        bests.set(attempt.entrantId, Math.max(worth, bests.get(attempt.entrantId) ?? Number.NEGATIVE_INFINITY))
      }
      return bests
    })
  const keys = new Map<string, { key: Key; figure: number }>()
  for (const { id } of entrants) {
    const own = ranked.flatMap(bests => {
      const worth = bests.get(id)
      return worth === undefined ? [] : [{ worth, rank: 1 + [...bests.values()].filter(other => other > worth).length }]
    })
    const places = byPlace(own.map(({ rank }) => rank))
    const added = adjustments.filter(({ entrantId }) => entrantId === id).reduce((sum, { amount }) => sum + amount, 0)
    if (golf !== null) {
      const worst = golf.missed === 'simple' ? golf.balls + 1 : 10
      const strokes = own.reduce((sum, { worth }) => sum - worth, 0) + (ranked.length - own.length) * worst + added
      keys.set(id, { key: [-strokes, ...places], figure: strokes })
    } else if (format.kind === 'best-game') {
      const figure = own.reduce((sum, { rank }) => sum + tablePoints(rank), added)
      keys.set(id, { key: [figure, ...places], figure })
    } else keys.set(id, { key: places, figure: 0 })
  }
  return keys
}

/** Whose games count: until the entrant is out. */
function countedGames(exported: ExportedEvent, id: string): Game[] {
  return exported.event.format.kind === 'strikes' ? knockout(id, exported).counted : gamesOf(id, exported)
}

/** The points of a pair's games: 1 for who was ahead more often, a half each if they are level; null: they never met. */
function duel(one: readonly Game[], otherId: string, otherGames: readonly Game[]): number | null {
  const met = one.filter(game => game.met.some(({ id }) => id === otherId) && otherGames.some(({ round }) => round === game.round))
  if (met.length === 0) return null
  const difference = met.reduce((sum, { place, met: group }) => sum + Math.sign(group.find(({ id }) => id === otherId)!.place - place!), 0)
  return difference > 0 ? 1 : difference < 0 ? 0 : 0.5
}

/** Replaces the places in the keys by the order that the chosen tie-breaks give, of which one after the other divides the tied. */
function breakTiesAsChosen(exported: ExportedEvent, keys: Keys): void {
  const { event } = exported
  const games = new Map([...keys.keys()].map(id => [id, countedGames(exported, id)]))
  const total = new Map([...keys].map(([id, { figure }]) => [id, event.format.kind === 'match-play' ? figure : 0]))
  const add = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
  const opponents = (id: string): number[] =>
    games
      .get(id)!
      .flatMap(({ met, place, round }) => {
        if (place !== null || event.byeOpponent !== 'self') return met.filter(each => each.id !== id).map(each => total.get(each.id) ?? 0)
        return [
          add(
            games
              .get(id)!
              .filter(each => each.round <= round)
              .map(game => gamePoints(event, game)),
          ),
        ]
      })
      .sort((a, b) => b - a)
  const value = (by: string, id: string, tied: readonly string[]): Key => {
    const own = games.get(id)!
    if (by === 'wins') return [own.filter(({ place, tied: sharing }) => place === 1 && sharing === 1).length]
    if (by === 'places') return byPlace(playedPlaces(own))
    if (by === 'buchholz') return [add(opponents(id))]
    if (by === 'median-buchholz') return [add(opponents(id).slice(1, -1))]
    if (by === 'highest-round') {
      const played = own.filter(({ place }) => place !== null)
      const inRound = (number: number): number[] => played.filter(({ round }) => round === number).map(game => gamePoints(event, game))
      return [Math.max(0, ...played.map(({ round }) => add(inRound(round))))]
    }
    const duels = tied.flatMap(a => tied.filter(b => b !== a).map(b => ({ a, points: duel(games.get(a)!, b, games.get(b)!) })))
    return duels.some(({ points }) => points === null) ? [0] : [add(duels.filter(({ a }) => a === id).map(({ points }) => points!))]
  }
  /** Figures as a row shows them; of places, how often each has the first one that they do not have equally often. */
  const figuresOf = (by: string, better: Key, worse: Key): [number, number] => {
    if (by !== 'places') return [better[0]!, worse[0]!]
    const count = (places: Key, place: number): number => places.filter(each => each === -place).length
    const place = Array.from({ length: 500 }, (_, i) => i + 1).find(each => count(better, each) !== count(worse, each))!
    return [count(better, place), count(worse, place)]
  }
  const order = (tied: readonly string[], list: readonly string[]): Part[] => {
    const [by, ...rest] = list
    if (tied.length < 2 || by === undefined) return [{ ids: [...tied], cut: null }]
    const values = new Map(tied.map(id => [id, value(by, id, tied)]))
    const sorted = [...tied].sort((a, b) => compareKeys(values.get(a)!, values.get(b)!))
    const isLevel = (a: string, b: string): boolean => compareKeys(values.get(a)!, values.get(b)!) === 0
    const inOrder = sorted.filter((id, i) => i === 0 || !isLevel(sorted[i - 1]!, id)).map(first => sorted.filter(id => isLevel(first, id)))
    return inOrder.flatMap((ids, i) => {
      const parts = order(ids, by === 'head-to-head' && ids.length < tied.length ? list : rest)
      if (i === 0) return parts
      const [better, worse] = figuresOf(by, values.get(inOrder[i - 1]![0]!)!, values.get(ids[0]!)!)
      return [{ ...parts[0]!, cut: { by, better, worse } }, ...parts.slice(1)]
    })
  }
  const totals = new Map([...keys].map(([id, { key }]) => [id, totalKey(event, key, games.get(id)!)]))
  for (const [id, { figure }] of [...keys]) {
    const tied = [...totals].filter(([, key]) => compareKeys(key, totals.get(id)!) === 0).map(([other]) => other)
    const parts = order(tied, event.tieBreaks!)
    const place = parts.findIndex(({ ids }) => ids.includes(id))
    const [above, below] = [parts[place]!.cut, parts[place + 1]?.cut]
    const decidedBy =
      above !== null
        ? `${above.by} ${show(above.by, above.worse)}:${show(above.by, above.better)}`
        : below && `${below.by} ${show(below.by, below.better)}:${show(below.by, below.worse)}`
    keys.set(id, { key: [...totals.get(id)!, -place], figure, ...(decidedBy ? { decidedBy } : {}) })
  }
}

/** Those who share a place, and what separates them from the part before. */
interface Part {
  ids: string[]
  cut: { by: string; better: number; worse: number } | null
}

/** Only these are made of points. */
const show = (by: string, figure: number): number =>
  ['buchholz', 'median-buchholz', 'highest-round'].includes(by) ? figure / 1000 : figure

/** What comes before any tie-break: the total, and whether one has played. */
const totalKey = ({ format }: ExportedEvent['event'], key: Key, games: readonly Game[]): Key => [
  ...key.slice(0, format.kind === 'strikes' ? 2 : 1),
  playedPlaces(games).length > 0 ? 1 : 0,
]

/**
 * The standings of an exported event, computed as plainly as the rules say them, without any code of the application. Best-game events
 * must use the table `papa` and count all machines.
 */
export function plainStandings(exported: ExportedEvent): PlainRow[] {
  const { event, entrants, playoffs = [] } = exported
  const isOfRounds = ['match-play', 'strikes', 'amazing-race'].includes(event.format.kind)
  const keys: Keys = isOfRounds ? new Map(entrants.map(({ id }) => [id, roundKey(id, exported)])) : scoreKeys(exported)
  if (event.tieBreaks !== undefined) breakTiesAsChosen(exported, keys)
  return [...keys].map(([entrantId, { key, figure, decidedBy }]) => {
    const rank = 1 + [...keys.values()].filter(other => compareKeys(other.key, key) < 0).length
    const tied = [...keys].filter(([, other]) => compareKeys(other.key, key) === 0).map(([id]) => id)
    const playoff = playoffs.findLast(order => order.length === tied.length && tied.every(id => order.includes(id)))
    const decided = playoff !== undefined && tied.length > 1 ? playoff.indexOf(entrantId) : 0
    return { entrantId, rank: rank + decided, figure, ...(decidedBy === undefined ? {} : { decidedBy }) }
  })
}
