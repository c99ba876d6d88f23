import * as v from 'valibot'
import { eventFormat } from '#events/formats/registry.ts'
import { MAX_GAMES } from '#events/rules/draw-options.ts'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { BYES, TIE_BREAKS } from '#events/rules/standings-options.ts'
import { booleanField, integer, name, strictObject, text, timestamp, timeZone } from '#platform/live/schemas.ts'
import { atMostItems, malformed, mustBeList, mustBeOneOf } from '#platform/text/field-rules.ts'
import { ifpaNumber } from '#players/contract/players.ts'
import { MAX_PLAYERS, MAX_ROUNDS } from './import-limits.ts'

/** The sites whose events can be imported. */
export const EVENT_SOURCES = ['matchplay.events'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]

const MAX_GROUPS = 1000
const MAX_ATTEMPTS = 10_000

const list = <Schema extends v.GenericSchema>(of: Schema, max: number) =>
  v.pipe(v.array(of, mustBeList()), v.maxLength(max, atMostItems(max)))

/** The place of a player or a machine in the list of them, 0 for the first. */
const index = integer(0, 10_000)
const indices = list(index, MAX_PLAYERS)

/** Schema of an `ImportedEvent`. */
export const importedEvent = v.pipe(
  strictObject({
    source: v.picklist(EVENT_SOURCES, mustBeOneOf(EVENT_SOURCES)),
    /** what the source calls it by */
    sourceId: text(1, 40),
    name: name(1, 80),
    venue: name(0, 120),
    startsAt: timestamp,
    endsAt: timestamp,
    timeZone,
    /** false: it is still running there */
    isFinished: booleanField,
    format: eventFormat,
    byes: v.picklist(BYES, mustBeOneOf(BYES)),
    tieBreaks: list(v.picklist(TIE_BREAKS, mustBeOneOf(TIE_BREAKS)), TIE_BREAKS.length),
    /** true: the format is not known here, so that only the places are taken over */
    placesOnly: booleanField,
    machines: list(strictObject({ name: name(1, 200), opdbId: v.nullable(text(1, 60)) }), MAX_MACHINES),
    players: list(
      strictObject({
        name: name(1, 60),
        /** what the source calls the player, if that is another name */
        nameThere: v.exactOptional(text(1, 200)),
        ifpaNumber: v.nullable(ifpaNumber),
        hasLeft: booleanField,
      }),
      MAX_PLAYERS,
    ),
    rounds: list(
      strictObject({
        byes: indices,
        groups: list(
          strictObject({
            players: indices,
            games: v.pipe(
              list(
                strictObject({
                  /** null: it is not known on which machine it was played */
                  machine: v.nullable(index),
                  /** the players, the first one first; null: it was not played to its end */
                  order: v.nullable(indices),
                  /** the places of `order`; null: nobody is tied */
                  places: v.nullable(list(integer(1, MAX_PLAYERS), MAX_PLAYERS)),
                  /** the points that the source gave, in the order of `order`, in thousandths; null: they do not add up to the totals */
                  points: v.nullable(list(integer(-10_000_000, 10_000_000), MAX_PLAYERS)),
                }),
                MAX_GAMES,
              ),
              v.minLength(1, malformed('must have a game')),
            ),
          }),
          MAX_GROUPS,
        ),
      }),
      MAX_ROUNDS,
    ),
    attempts: list(
      strictObject({ player: index, machine: index, value: integer(1, Number.MAX_SAFE_INTEGER), at: timestamp }),
      MAX_ATTEMPTS,
    ),
    /** what the director there added to totals, or took: strikes in knockouts, otherwise points in thousandths */
    adjustments: list(strictObject({ player: index, amount: integer(-10_000_000, 10_000_000), reason: text(1, 300) }), MAX_PLAYERS),
    /** the standings there, the best first; `total`: points in thousandths or strikes, null: not known */
    standings: list(
      strictObject({ player: index, place: integer(1, 10_000), total: v.nullable(v.pipe(v.number(), v.integer())) }),
      MAX_PLAYERS,
    ),
  }),
  v.check(event => namesOnlyWhatIsThere(event), malformed('must name players and machines that it lists, each player of a group once')),
)

/**
 * An event of another site, with what was played in it. Players and machines are named by their places in the lists of them, so that an evening
 * of forty players fits into one call.
 */
export type ImportedEvent = v.InferOutput<typeof importedEvent>
export type ImportedGame = ImportedEvent['rounds'][number]['groups'][number]['games'][number]

interface Named {
  players: readonly unknown[]
  machines: readonly unknown[]
  rounds: readonly { byes: readonly number[]; groups: readonly { players: readonly number[]; games: readonly NamedGame[] }[] }[]
  attempts: readonly { player: number; machine: number }[]
  adjustments: readonly { player: number }[]
  standings: readonly { player: number }[]
}

interface NamedGame {
  machine: number | null
  order: readonly number[] | null
  places: readonly number[] | null
  points: readonly number[] | null
}

function namesOnlyWhatIsThere({ players, machines, rounds, attempts, adjustments, standings }: Named): boolean {
  const isPlayer = (player: number): boolean => player < players.length
  const isMachine = (machine: number | null): boolean => machine === null || machine < machines.length
  const isGame = (group: readonly number[], { machine, order, places, points }: NamedGame): boolean =>
    isMachine(machine) &&
    (order === null
      ? places === null
      : order.length === group.length && order.every(player => group.includes(player)) && isEachOnce(order)) &&
    (places === null || (order !== null && arePlaces(places, order.length))) &&
    (points === null || points.length === order?.length)
  return (
    rounds.every(({ byes, groups }) => {
      const inRound = [...byes, ...groups.flatMap(group => group.players)]
      return (
        inRound.every(isPlayer) &&
        groups.every(
          group => isEachOnce(group.players) && group.players.length > 0 && group.games.every(game => isGame(group.players, game)),
        )
      )
    }) &&
    attempts.every(({ player, machine }) => isPlayer(player) && isMachine(machine)) &&
    adjustments.every(({ player }) => isPlayer(player)) &&
    standings.every(({ player }) => isPlayer(player)) &&
    isEachOnce(standings.map(({ player }) => player))
  )
}

const isEachOnce = (players: readonly number[]): boolean => new Set(players).size === players.length

const arePlaces = (places: readonly number[], size: number): boolean =>
  places.length === size && places.every((place, i) => place === i + 1 || (i > 0 && place === places[i - 1]))
