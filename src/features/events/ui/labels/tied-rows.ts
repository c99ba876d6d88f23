import type { StandingsDoc } from '#events/contract/documents.ts'

/** Returns the rows that share a row's rank, itself included. Empty: the rank is its alone, or it has not played. @param rows best first */
export function tiedRows<Row extends StandingsDoc>(row: Row, rows: readonly Row[]): Row[] {
  const tied = rows.filter(each => each.rank === row.rank)
  return tied.length > 1 && hasPlayed(row) ? tied : []
}

/** True if a row has a result. */
export const hasPlayed = ({ machines, games }: StandingsDoc): boolean => machines.length > 0 || (games ?? []).length > 0

/**
 * Returns the rows of the playoff that decided a row's place, itself included. Documents do not say who played off against whom, so they
 * are the neighbours that have all they are ranked by in common.
 * @param hasChosen true: the director chose the event's tie-breaks, so that places may differ among tied rows
 */
export function playoffRows<Row extends StandingsDoc>(row: Row, rows: readonly Row[], hasChosen = false): Row[] {
  if (row.playoff === undefined) return []
  const key = rankingKey(row, hasChosen)
  return rows.filter(each => each.playoff !== undefined && rankingKey(each, hasChosen) === key)
}

function rankingKey({ points, strokes, strikes, outIn, decidedBy, machines, games = [] }: StandingsDoc, hasChosen: boolean): string {
  if (hasChosen) return JSON.stringify([points, outIn === undefined && strikes, outIn, decidedBy])
  const places = [...machines.filter(({ counted }) => counted).map(({ rank }) => rank), ...games.flatMap(({ place }) => place ?? [])]
  return JSON.stringify([points, strokes, outIn === undefined && strikes, outIn, places.sort((a, b) => a - b)])
}
