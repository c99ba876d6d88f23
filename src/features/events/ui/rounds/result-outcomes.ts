import { type EventFormat, roundRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import { placesInGroup } from '#events/rules/rounds.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import * as m from '#messages'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { nthPlace } from '../labels/number-labels.ts'
import type { PlayedGroup } from './games-of-group.ts'
import { finishingOrder } from './result-entry.ts'

/** Returns what a result gives each player: the place, if it counts in the format, and what it is worth. */
export function listOutcomes(
  format: EventFormat,
  { machineId, entrantIds, result, places, scores }: Pick<PlayedGroup, 'machineId' | 'entrantIds' | 'result' | 'places' | 'scores'>,
): ReadonlyMap<string, { place: string; worth: string }> {
  const rules = roundRules(format)
  if (result === undefined || rules === null) return new Map()
  const group = { machineId, entrantIds, order: result, ...(places === undefined ? {} : { places }) }
  return new Map(
    [...placesInGroup({ groups: [group], byes: [] })].map(({ entrantId, place, tied }) => {
      const game = { place, size: result.length, tied, score: scores?.[result.indexOf(entrantId)] ?? null }
      const { points, ...figures } = rules.gameFigures(game)
      const counts = rules.countsPlace?.(game) ?? true
      return [
        entrantId,
        {
          place: !counts || place === null ? '' : tied > 1 ? m.events_result_tied(nthPlace(place)) : ordinal(place),
          worth: formatLabels(format).game?.({ points: shownPoints(points), ...figures }) ?? '',
        },
      ]
    }),
  )
}

/** "Ada (1,234,567)", or only the name where there is no score. */
export const nameWithScore = (name: string, score: number | null | undefined): string =>
  typeof score === 'number' ? m.events_result_scored({ name, score: plainNumber(score) }) : name

/** Returns a result as one line: "Ada 1st, Ben 2nd", with the scores that there are. @param places left out: nobody is tied */
export function resultLine(
  format: EventFormat,
  {
    order,
    places,
    scores,
  }: { order: readonly string[]; places?: readonly number[] | undefined; scores?: readonly (number | null)[] | undefined },
  getName: (entrantId: string) => string,
): string {
  const entry = formatLabels(format).resultEntry ?? finishingOrder
  const placed = entry.taps(format, order)
  const line = placed.map(id => nameWithScore(getName(id), scores?.[order.indexOf(id)]))
  return entry.summary(line, places ?? placed.map((_, i) => entry.place(i, order.length)))
}
