import { type GroupPoints, groupPoints, MAX_GROUP_POINTS } from '#events/formats/group-points.ts'
import type { GroupSize } from '#events/formats/options.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { FormatValues } from '#events/formats/ui/format-form.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import * as m from '#messages'
import { typedDecimal } from '#platform/text/numbers.ts'
import type { FormProblems } from '#platform/ui/form/use-form.ts'

export const GROUP_SIZES: readonly GroupSize[] = [4, 3, 2]

/** Returns the form's field for a place (1 for the first) in a group of a size: the path of its points on the wire. */
export const pointsField = (size: GroupSize, place: number) => `format.points.custom.${size}.${place - 1}` as const

export const listPlaces = (size: GroupSize): number[] => Array.from({ length: size }, (_, i) => i + 1)

/** Returns the values of all fields of a table. */
export const tableValues = (points: GroupPoints): FormatValues =>
  Object.fromEntries(
    GROUP_SIZES.flatMap(size => groupPoints(points, size).map((each, i) => [pointsField(size, i + 1), String(shownPoints(each))])),
  )

const rowOf = (values: EventValues, size: GroupSize): number[] =>
  listPlaces(size).map(place => typedDecimal(values[pointsField(size, place)] ?? ''))

export const toCustomPoints = (values: EventValues): GroupPoints => ({
  custom: { 4: rowOf(values, 4), 3: rowOf(values, 3), 2: rowOf(values, 2) },
})

/** Returns the first problem of each row, at its field. */
export function customPointsProblems(values: EventValues): FormProblems<EventValues> {
  const problems = GROUP_SIZES.flatMap((size): [string, string][] => {
    const row = rowOf(values, size)
    const index = row.findIndex((points, i) => pointProblem(points, row[i - 1]) !== null)
    return index === -1 ? [] : [[pointsField(size, index + 1), pointProblem(row[index]!, row[index - 1])!]]
  })
  return Object.fromEntries(problems)
}

function pointProblem(points: number, better: number | undefined): string | null {
  if (!(points >= 0 && points <= MAX_GROUP_POINTS)) return m.events_form_group_points_missing()
  if (Math.round(points * 100) / 100 !== points) return m.events_form_group_points_decimals()
  return better !== undefined && points > better ? m.events_form_group_points_rises() : null
}
