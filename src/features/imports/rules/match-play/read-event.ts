import { adjustedFigure } from '#events/formats/registry.ts'
import { MAX_GAMES } from '#events/rules/draw-options.ts'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { MAX_PLAYERS, MAX_ROUNDS } from '../import-limits.ts'
import type { ImportedEvent, ImportedGame } from '../imported-event.ts'
import { renamePlayers, toName, withoutForbidden } from '../player-names.ts'
import { type JsonFields, type MatchPlayAnswers, toFields, toList, toNumber, toText } from './answers.ts'
import { PLACES_ONLY, type ReadFormat, readFormat } from './formats.ts'

const THOUSANDTHS = 1000
const HOUR = 3_600_000

/** Why an event can't be imported. `open`: it is still running, and its games begin one by one; `large`: it has more than an import can hold. */
export type UnreadableEvent = { problem: 'open' | 'large' | 'empty' }

/** A game of groups at Match Play, that is over or not. */
interface RawGame {
  id: number
  round: number | null
  players: number[]
  game: ImportedGame
}

/** Returns a moment of Match Play (ISO 8601, with or without `T`) in ms; null: there is none. */
function toTime(value: unknown): number | null {
  const text = toText(value).replace(' ', 'T')
  const ms = text === '' ? Number.NaN : Date.parse(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}

/** Returns when an event began and ended, or is to end. Some begin and end at one moment. */
function readSpan({ startUtc, endUtc, completedAt }: JsonFields, isFinished: boolean): { startsAt: Date; endsAt: Date } {
  const start = toTime(startUtc) ?? toTime(completedAt) ?? 0
  const planned = toTime(endUtc)
  const end = (isFinished ? toTime(completedAt) : planned) ?? planned ?? start
  return { startsAt: new Date(start), endsAt: new Date(end > start ? end : start + 6 * HOUR) }
}

const isOver = ({ status }: JsonFields): boolean => status === 'completed'

/**
 * Reads an event of Match Play from what its API answers (`sortAnswers`). What is shown here of its players are their names and IFPA numbers;
 * those who never played are left out.
 * Source: the shapes of github johngarnett/matchplay-api-docs, ea7d047 (unofficial).
 */
export function readEvent(answers: MatchPlayAnswers): ImportedEvent | UnreadableEvent {
  const { tournament } = answers
  const isFinished = isOver(tournament)
  const roster = new Map(toList(tournament.players).map(player => [toNumber(toFields(player).playerId), toFields(player)] as const))
  const arenas = new Map(toList(tournament.arenas).map(arena => [toNumber(toFields(arena).arenaId), toFields(arena)] as const))

  const playerIds: number[] = []
  const playerOf = (id: number): number => {
    if (!playerIds.includes(id)) playerIds.push(id)
    return playerIds.indexOf(id)
  }
  const arenaIds: number[] = []
  const machineOf = (id: number | null): number | null => {
    if (id === null || !arenas.has(id)) return null
    if (!arenaIds.includes(id)) arenaIds.push(id)
    return arenaIds.indexOf(id)
  }
  // The best come first, so that the list of players reads like the standings.
  const standings = answers.standings
    .flatMap(row => {
      const [id, place] = [toNumber(row.playerId), toNumber(row.position)]
      return id === null || place === null || place < 1 ? [] : [{ id, place, row }]
    })
    .sort((a, b) => a.place - b.place)
  for (const { id } of standings) playerOf(id)

  const byes = answers.games.filter(game => game.bye === true)
  const games = answers.games.filter(game => game.bye !== true && numbers(game.playerIds).length > 1)
  const roundIds = [...answers.rounds].sort((a, b) => (toNumber(a.index) ?? 0) - (toNumber(b.index) ?? 0)).map(({ roundId }) => roundId)
  const size = Math.max(2, ...games.map(game => numbers(game.playerIds).length))
  const isScores = answers.singlePlayerGames.length > 0 || toText(tournament.type) === 'best_game'
  const read = readFormat(tournament, size, isFinished ? roundIds.length : null)
  const format = read !== null && isScores === (read.plays === 'scores') ? read : null
  if (format?.plays === 'games' && !isFinished) return { problem: 'open' }

  const rounds = format === null || isScores ? [] : readRounds({ games, byes, roundIds, format, playerOf, machineOf })
  const attempts =
    format === null || !isScores
      ? []
      : answers.singlePlayerGames.flatMap(game => {
          const [id, machine, value] = [toNumber(game.playerId), machineOf(toNumber(game.arenaId)), toNumber(game.score)]
          const at = toTime(game.updatedAt) ?? toTime(game.createdAt)
          const isCounted = isOver(game) && game.voided !== true && Number.isSafeInteger(value) && value! > 0
          return id === null || machine === null || at === null || !isCounted
            ? []
            : [{ player: playerOf(id), machine, value: value!, at: new Date(at) }]
        })
  const figure = format === null ? null : adjustedFigure(format.format.kind)
  const isStrikes = figure === 'strike'
  const adjustments =
    format === null
      ? standings.map(({ id, place }) => ({
          player: playerOf(id),
          amount: (playerIds.length + 1 - place) * THOUSANDTHS,
          reason: `Match Play: ${place}`,
        }))
      : [...roster].flatMap(([id, player]) => {
          const amount = toNumber(toFields(player.tournamentPlayer).pointsAdjustment) ?? 0
          const hasPlayed = id !== null && playerIds.includes(id)
          return amount === 0 || !hasPlayed || figure === null
            ? []
            : [{ player: playerOf(id), amount: isStrikes ? Math.round(amount) : Math.round(amount * THOUSANDTHS), reason: 'Match Play' }]
        })
  if (playerIds.length === 0) return { problem: 'empty' }
  if (playerIds.length > MAX_PLAYERS || rounds.length > MAX_ROUNDS || arenaIds.length > MAX_MACHINES) return { problem: 'large' }
  const players = playerIds.map(id => {
    const player = roster.get(id) ?? {}
    const ifpa = toNumber(player.ifpaId)
    return {
      name: withoutForbidden(toText(player.name)) || `#${id}`,
      ifpaNumber: ifpa !== null && Number.isInteger(ifpa) && ifpa > 0 && ifpa < 1_000_000 ? String(ifpa) : null,
      hasLeft: toFields(player.tournamentPlayer).status === 'inactive',
    }
  })
  const names = players.map(({ name }, i) => toName(name, 60, `#${playerIds[i]}`))
  return {
    source: 'matchplay.events',
    sourceId: String(toNumber(tournament.tournamentId) ?? ''),
    name: toName(toText(tournament.name), 80, 'Match Play'),
    venue: toName(toText(toFields(tournament.location).name), 120, ''),
    ...readSpan(tournament, isFinished),
    timeZone: knownTimeZone(toText(tournament.timezone)),
    isFinished,
    format: format?.format ?? PLACES_ONLY,
    byes: format?.byes ?? 'full',
    tieBreaks: format?.tieBreaks ?? [],
    placesOnly: format === null,
    machines: arenaIds.map(id => {
      const { name, opdbId } = arenas.get(id)!
      return { name: toName(toText(name), 200, '?'), opdbId: /^[\w-]{1,60}$/.test(toText(opdbId)) ? toText(opdbId) : null }
    }),
    players: renamePlayers(players, names),
    rounds,
    attempts,
    adjustments,
    standings: standings.map(({ id, place, row }) => {
      const total = format?.hasTotals === false ? null : toNumber(isStrikes ? row.strikeCount : row.points)
      return { player: playerOf(id), place, total: total === null ? null : isStrikes ? Math.round(total) : Math.round(total * THOUSANDTHS) }
    }),
  }
}

const numbers = (value: unknown): number[] => toList(value).flatMap(each => toNumber(each) ?? [])

function knownTimeZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === '' ? 'UTC' : zone
  } catch {
    return 'UTC'
  }
}

interface RawRounds {
  games: readonly JsonFields[]
  byes: readonly JsonFields[]
  roundIds: readonly unknown[]
  format: ReadFormat
  playerOf(id: number): number
  machineOf(id: number | null): number | null
}

function readRounds({ games, byes, roundIds, format, playerOf, machineOf }: RawRounds): ImportedEvent['rounds'] {
  const raw = games
    .map((game): RawGame => {
      const players = numbers(game.playerIds)
      const round = roundIds.indexOf(game.roundId)
      return {
        id: toNumber(game.gameId) ?? 0,
        round: format.plays === 'rounds' && round >= 0 ? round : null,
        players: players.map(playerOf),
        game: { machine: machineOf(toNumber(game.arenaId)), ...readResult(game, players, format, playerOf) },
      }
    })
    .sort((a, b) => a.id - b.id)
  const rounds: ImportedEvent['rounds'] = roundIds.map(() => ({ byes: [], groups: [] }))
  if (format.plays === 'games') rounds.length = 0
  const lastRound = new Map<number, number>()
  for (const { round: given, players, game } of raw) {
    // Games that are in no round come one after the other: each is in the round after the last one of its players.
    const round = given ?? 1 + Math.max(...players.map(player => lastRound.get(player) ?? -1))
    for (const player of players) lastRound.set(player, Math.max(round, lastRound.get(player) ?? -1))
    while (rounds.length <= round) rounds.push({ byes: [], groups: [] })
    const { groups } = rounds[round]!
    const isSame = (others: readonly number[]): boolean =>
      others.length === players.length && players.every(player => others.includes(player))
    const group = groups.find(each => isSame(each.players) && each.games.length < MAX_GAMES)
    if (group === undefined) groups.push({ players, games: [game] })
    else group.games.push(game)
  }
  for (const bye of byes) {
    const round = rounds[roundIds.indexOf(bye.roundId)]
    for (const player of numbers(bye.playerIds).map(playerOf))
      if (round !== undefined && !round.byes.includes(player)) round.byes.push(player)
  }
  // A round that was begun and in which nobody plays is none.
  return rounds.filter(({ groups, byes: without }) => groups.length + without.length > 0)
}

/**
 * Reads the result of a game. Players who are tied are null in `resultPositions`, so ties follow from the points.
 * @param players the ids of its players, in whose order the points are
 */
function readResult(
  game: JsonFields,
  players: readonly number[],
  { results, figure }: ReadFormat,
  playerOf: (id: number) => number,
): Pick<ImportedGame, 'order' | 'places' | 'points'> {
  const open = { order: null, places: null, points: null }
  if (!isOver(game) || game.resultCountMismatch === true) return open
  const points = toList(game.resultPoints).map(toNumber)
  const known = points.length === players.length && points.every(each => each !== null) ? (points as number[]) : null
  const positions = numbers(game.resultPositions)
  const isOrder = positions.length === players.length && players.every(id => positions.includes(id))
  const byPoints = results === 'points' || !isOrder
  if (byPoints && known === null) return open
  const pointsOf = (id: number): number => known?.[players.indexOf(id)] ?? 0
  const order = byPoints ? [...players].sort((a, b) => pointsOf(b) - pointsOf(a)) : positions
  const places: number[] = []
  for (const [i, id] of order.entries()) places.push(byPoints && i > 0 && pointsOf(id) === pointsOf(order[i - 1]!) ? places[i - 1]! : i + 1)
  const figures = known === null ? null : order.map(id => figure(pointsOf(id), known))
  return {
    order: order.map(playerOf),
    places: places.every((place, i) => place === i + 1) ? null : places,
    points: figures === null || figures.some(each => each === null) ? null : (figures as number[]),
  }
}
