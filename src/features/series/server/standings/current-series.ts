import { createHash } from 'node:crypto'
import type { PointTotals } from '#events/formats/event-format.ts'
import { formatRules } from '#events/formats/registry.ts'
import { nextChange, stateAt } from '#events/rules/event-state.ts'
import { peopleOfEvent } from '#events/rules/person-key.ts'
import { isSameList } from '#events/rules/standings/standings-entry.ts'
import type { NightEntrant, NightStandings } from '#events/server/api.ts'
import type { NightScale, PlayedNight } from '#series/rules/night-points.ts'
import { type SeasonRow, SeasonStandings, type SeriesNight } from '#series/rules/series-standings.ts'
import { SERIES_COLUMNS, type SeriesRow } from '../store.ts'

/** What somebody came to in one night, and the entry there. */
interface PlayedEntry extends PlayedNight {
  entrantId: string
}

/** A night as it is added up, with the event that it is. */
export interface CurrentNight extends SeriesNight {
  source: NightStandings
  played: ReadonlyMap<string, PlayedEntry>
  /** of all who have a place in it */
  userIds: readonly string[]
}

/** A season's standings. Callers must not modify them. */
export interface CurrentSeries {
  series: SeriesRow
  /** in the order of the season */
  nights: readonly CurrentNight[]
  /** best first */
  rows: readonly SeasonRow[]
  /** when the clock next changes the state of a night (ms); null: never */
  until: number | null
  /** the accounts of all who have a place in a night */
  userIds: ReadonlySet<string>
}

/** The people of a night, and the accounts among them. */
interface NightPeople {
  size: number
  keys: ReadonlyMap<string, string>
  userIds: readonly string[]
}

/** By the entrants of a night, which are another object once their people may be others, unless somebody has only left. */
const peopleOfNights = new WeakMap<NightStandings['entrants'], NightPeople>()

function peopleOfNight(entrants: NightStandings['entrants']): NightPeople {
  const known = peopleOfNights.get(entrants)
  if (known?.size === entrants.size) return known
  const userIds = [...entrants.values()].flatMap(({ userId }) => userId ?? [])
  const people = { size: entrants.size, keys: peopleOfEvent(entrants.values()), userIds }
  peopleOfNights.set(entrants, people)
  return people
}

/** The rules of each event in memory. */
const totalsOfEvents = new WeakMap<NightStandings['event'], PointTotals | null>()

function totalsOfEvent(event: NightStandings['event']): PointTotals | null {
  const known = totalsOfEvents.get(event)
  if (known !== undefined) return known
  const totals = formatRules(event.format, event).pointTotals ?? null
  totalsOfEvents.set(event, totals)
  return totals
}

/** @param isShared false: what was possible so far is asked for by nobody, only whether it is known */
function scaleNight(source: NightStandings, state: SeriesNight['state'], isShared: boolean): CurrentNight {
  const { event, entrants, rows } = source
  const { keys, userIds } = peopleOfNight(entrants)
  const played = new Map<string, PlayedEntry>()
  for (const { entrantId, rank, points, machines, games = [] } of rows) {
    const person = keys.get(entrantId)
    // Somebody who was entered and has played nothing has missed the night.
    if (person === undefined || (machines.length === 0 && games.length === 0)) continue
    played.set(person, { entrantId, rank, ownPoints: points })
  }
  const totals = totalsOfEvent(event)
  const scale: NightScale = {
    players: played.size,
    possible: totals === null ? null : isShared ? totals.possibleSoFar(event.machineIds, rows) : 0,
    most: totals?.most(event.machineIds, event) ?? null,
  }
  return { source, state, played, scale, userIds }
}

/** Adds up the nights of a season again and again. A night whose standings are the same is not looked at again. */
export class SeriesComputer {
  #standings: { series: SeriesRow; standings: SeasonStandings } | null = null
  #nights = new Map<string, CurrentNight>()
  #users: { lists: readonly (readonly string[])[]; all: ReadonlySet<string> } = { lists: [], all: new Set() }

  compute(series: SeriesRow, sources: readonly NightStandings[], now: number): CurrentSeries {
    if (this.#standings?.series !== series) {
      this.#standings = { series, standings: new SeasonStandings(SERIES_COLUMNS.read(series)) }
      this.#nights.clear()
    }
    const isShared = series.points.kind === 'share'
    const nights = sources.map(source => this.#nightOf(source, countedState(source, now), isShared))
    this.#nights = new Map(nights.map(night => [night.source.event.id, night]))
    const lists = nights.map(({ userIds }) => userIds)
    if (!isSameList(this.#users.lists, lists)) this.#users = { lists, all: new Set(lists.flat()) }
    const times = sources.flatMap(({ event }) => nextChange(event, now) ?? [])
    return {
      series,
      nights,
      rows: this.#standings.standings.compute(nights),
      until: times.length === 0 ? null : Math.min(...times),
      userIds: this.#users.all,
    }
  }

  #nightOf(source: NightStandings, state: SeriesNight['state'], isShared: boolean): CurrentNight {
    const known = this.#nights.get(source.event.id)
    const isSame =
      known !== undefined &&
      known.source.event === source.event &&
      known.source.rows === source.rows &&
      known.source.entrants === source.entrants
    if (!isSame) return scaleNight(source, state, isShared)
    return known.state === state ? known : { ...known, state }
  }
}

/** A night whose standings are held back may still bring points, whatever the clock says. */
function countedState({ event }: NightStandings, now: number): SeriesNight['state'] {
  const state = stateAt(event, now)
  if (state === 'cancelled') return 'cancelled'
  return state === 'finished' && !event.standingsHeld ? 'over' : 'open'
}

/**
 * Returns who a row is: the entry in the latest night that was played, which has the name of today; undefined: the entry has left the night
 * since, and the next computation will lack it.
 */
export function entrantOfRow({ nights }: Pick<CurrentSeries, 'nights'>, row: SeasonRow): NightEntrant | undefined {
  const { played, source } = nights[row.nights.at(-1)!.night]!
  return source.entrants.get(played.get(row.person)!.entrantId)
}

/** Returns the id of a person's row, which tells nothing of who of a group's list the person is. */
export const rowIdOf = (seriesId: string, person: string): string =>
  createHash('sha256').update(`${seriesId} ${person}`).digest('base64url').slice(0, 22)

const rowIds = new WeakMap<SeasonRow['nights'], string>()

/** Returns the id of a row, which is made once for what its person has played. */
export function idOfRow(seriesId: string, { person, nights }: SeasonRow): string {
  const known = rowIds.get(nights) ?? rowIdOf(seriesId, person)
  rowIds.set(nights, known)
  return known
}
