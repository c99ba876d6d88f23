import type { Fields } from '#ddp/wire/ejson.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import type { NightEntrant } from '#events/server/api.ts'
import { shownFields } from '#platform/live/record.ts'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import type { NightOutcome, SeriesDoc, SeriesNightDoc, SeriesRowDoc, SeriesRowNightDoc } from '../contract/documents.ts'
import { SERIES_FIELDS } from '../contract/series-fields.ts'
import { mostNightPoints } from '../rules/night-points.ts'
import { attendancePoints, bestNights, countedNights, type SeasonRow } from '../rules/series-standings.ts'
import { type CurrentSeries, entrantOfRow, idOfRow } from './standings/current-series.ts'
import { SERIES_COLUMNS, type SeriesRow } from './store.ts'

export function seriesDocument(series: SeriesRow): SeriesDoc & Fields {
  const { slug, groupId, nights, receipt } = series
  return {
    ...shownFields(SERIES_FIELDS, SERIES_COLUMNS.read(series)),
    slug,
    ...(groupId === null ? {} : { groupId }),
    nights,
    receipt,
  } as SeriesDoc & Fields
}

export const nightDocuments = ({ series, nights }: CurrentSeries, now: number): [string, SeriesNightDoc & Fields][] =>
  nights.map(({ source: { event }, played, scale }, i) => [
    `${series.id}/${event.id}`,
    {
      seriesId: series.id,
      eventId: event.id,
      number: i + 1,
      name: event.name,
      startsAt: new Date(event.startsAt),
      startsOffset: zoneOffset(event.startsAt, event.timeZone),
      state: stateAt(event, now),
      players: played.size,
      ...(event.standingsHeld ? { held: true as const } : {}),
      ...(scale.possible === null && series.points.kind !== 'places' ? { byPlace: true as const } : {}),
    },
  ])

/**
 * The document of each row, and the entrant whose name it has. One with its rank is kept by its row, one without by the row's figures, which
 * stay the same object when only the rank changes.
 */
const documentsOfRows = new WeakMap<object, { entrant: NightEntrant; document: SeriesRowDoc & Fields }>()

function rowDocument(seriesId: string, row: SeasonRow, entrant: NightEntrant, withoutRanks: boolean): SeriesRowDoc & Fields {
  const key = withoutRanks ? row.order : row
  const known = documentsOfRows.get(key)
  if (known?.entrant === entrant) return known.document
  const { userId, username, displayName } = entrant
  const document = {
    seriesId,
    rowId: idOfRow(seriesId, row),
    name: displayName,
    ...(userId === null ? {} : { userId, username: username ?? '' }),
    total: shownPoints(row.total),
    nights: row.nights.length,
    ...(row.possible === null || row.possible === row.total ? {} : { possible: shownPoints(row.possible) }),
    ...(withoutRanks ? {} : { rank: row.rank }),
    order: [...row.order],
  }
  documentsOfRows.set(key, { entrant, document })
  return document
}

/** @param withoutRanks the reader counts the ranks */
export const rowDocuments = (
  current: CurrentSeries,
  { limit, withoutRanks }: { limit: number; withoutRanks: boolean },
): [string, SeriesRowDoc & Fields][] =>
  current.rows.slice(0, limit).flatMap(row => {
    const entrant = entrantOfRow(current, row)
    if (entrant === undefined) return []
    const document = rowDocument(current.series.id, row, entrant, withoutRanks)
    return [[`${document.seriesId}/${document.rowId}`, document]]
  })

/** What a night came to for somebody, in the order of the nights. */
export interface ExplainedNight {
  eventId: string
  number: number
  outcome: NightOutcome
  /** null: the night was not played, or is held back */
  played: { rank: number; points: number } | null
  most: number | null
}

/** Explains a row of a season night by night. Points are in thousandths. */
export function explainRow({ series, nights }: CurrentSeries, row: SeasonRow): ExplainedNight[] {
  const counting = new Set(bestNights(row.nights, countedNights(series, nights)).map(({ night }) => night))
  const own = new Map(row.nights.map(each => [each.night, each]))
  return nights.map(({ source, state, scale }, i) => {
    const played = own.get(i) ?? null
    const outcome: NightOutcome =
      state === 'cancelled'
        ? 'cancelled'
        : played !== null
          ? counting.has(i)
            ? 'counts'
            : 'dropped'
          : state === 'open'
            ? 'open'
            : 'missed'
    const most = state === 'open' ? mostNightPoints(series.points, scale) : null
    return { eventId: source.event.id, number: i + 1, outcome, played, most }
  })
}

/** Returns how many of the nights that a row has played are dropped. */
export const countDropped = ({ series, nights }: CurrentSeries, row: SeasonRow): number =>
  Math.max(0, row.nights.length - countedNights(series, nights))

export function rowNightDocuments(current: CurrentSeries, row: SeasonRow): [string, SeriesRowNightDoc & Fields][] {
  const { id: seriesId } = current.series
  const attendance = attendancePoints(current.series)
  const rowId = idOfRow(seriesId, row)
  return explainRow(current, row).map(({ eventId, number, outcome, played, most }) => [
    `${seriesId}/${rowId}/${eventId}`,
    {
      seriesId,
      rowId,
      eventId,
      number,
      outcome,
      ...(played === null ? {} : { rank: played.rank, points: shownPoints(played.points) }),
      ...(played === null || attendance === 0 ? {} : { attendance: shownPoints(attendance) }),
      ...(most === null ? {} : { most: shownPoints(most) }),
    },
  ])
}
