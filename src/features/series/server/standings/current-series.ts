import { createHash } from 'node:crypto'
import { formatRules } from '#events/formats/registry.ts'
import { nextChange, stateAt } from '#events/rules/event-state.ts'
import { peopleOfEvent } from '#events/rules/person-key.ts'
import { isSameList } from '#events/rules/standings/standings-entry.ts'
import type { NightEntrant, NightStandings } from '#events/server/api.ts'
import type { NightScale, PlayedNight } from '#series/rules/night-points.ts'
import { type SeriesRow as RankedRow, type SeriesNight, SeriesStandings } from '#series/rules/series-standings.ts'
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
  rows: readonly RankedRow[]
  /** when the clock next changes the state of a night (ms); null: never */
  until: number | null
  /** the accounts of all who have a place in a night */
  userIds: ReadonlySet<string>
}

type ScaledNight = Omit<CurrentNight, 'state'>

/** By the entrants of a night, which are another object once their people may be others, unless somebody has only left. */
const peopleOfNights = new WeakMap<NightStandings['entrants'], { size: number; people: ReadonlyMap<string, string> }>()

function peopleOfNight(entrants: NightStandings['entrants']): ReadonlyMap<string, string> {
  const known = peopleOfNights.get(entrants)
  if (known?.size === entrants.size) return known.people
  const people = peopleOfEvent(entrants.values())
  peopleOfNights.set(entrants, { size: entrants.size, people })
  return people
}

/** @param known the same night before, whose list of accounts stays if nobody has come or left */
function scaleNight(source: NightStandings, known: ScaledNight | undefined): ScaledNight {
  const { event, entrants, rows } = source
  const people = peopleOfNight(entrants)
  const played = new Map<string, PlayedEntry>()
  for (const { entrantId, rank, points, machines, games = [] } of rows) {
    const person = people.get(entrantId)
    // Whoever was entered and has not played was not there.
    if (person === undefined || (machines.length === 0 && games.length === 0)) continue
    played.set(person, { entrantId, rank, ownPoints: points })
  }
  const { pointTotals } = formatRules(event.format, event)
  const scale: NightScale = {
    players: played.size,
    possible: pointTotals?.possibleSoFar(event.machineIds, rows) ?? null,
    most: pointTotals?.most(event.machineIds, event) ?? null,
  }
  const userIds = [...entrants.values()].flatMap(({ userId }) => userId ?? [])
  return { source, played, scale, userIds: known !== undefined && isSameList(known.userIds, userIds) ? known.userIds : userIds }
}

/** Adds up the nights of a season again and again. A night whose standings are the same is not looked at again. */
export class SeriesComputer {
  #standings: { series: SeriesRow; standings: SeriesStandings } | null = null
  #scaled = new Map<string, ScaledNight>()
  #users: { lists: readonly (readonly string[])[]; all: ReadonlySet<string> } = { lists: [], all: new Set() }

  compute(series: SeriesRow, sources: readonly NightStandings[], now: number): CurrentSeries {
    if (this.#standings?.series !== series) this.#standings = { series, standings: new SeriesStandings(SERIES_COLUMNS.read(series)) }
    const scaled = new Map(sources.map(source => [source.event.id, this.#scale(source)]))
    this.#scaled = scaled
    const nights = [...scaled.values()].map((night): CurrentNight => ({ ...night, state: countedState(night.source, now) }))
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

  #scale(source: NightStandings): ScaledNight {
    const known = this.#scaled.get(source.event.id)
    const isSame = known !== undefined && known.source.event === source.event && known.source.rows === source.rows
    return isSame ? { ...known, source } : scaleNight(source, known)
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
export function entrantOfRow({ nights }: Pick<CurrentSeries, 'nights'>, row: RankedRow): NightEntrant | undefined {
  const { played, source } = nights[row.nights.at(-1)!.night]!
  return source.entrants.get(played.get(row.person)!.entrantId)
}

/** Returns the id of a person's row, which tells nothing of who of a group's list the person is. */
export const rowIdOf = (seriesId: string, person: string): string =>
  createHash('sha256').update(`${seriesId} ${person}`).digest('base64url').slice(0, 22)

const rowIds = new WeakMap<RankedRow['nights'], string>()

/** Returns the id of a row, which is made once for what its person has played. */
export function idOfRow(seriesId: string, { person, nights }: RankedRow): string {
  const known = rowIds.get(nights) ?? rowIdOf(seriesId, person)
  rowIds.set(nights, known)
  return known
}
