import type { EventImport } from '#imports/contract.ts'
import type { DifferenceReason, StandingsDifference } from '#imports/rules/compare-standings.ts'
import type { ImportedEvent } from '#imports/rules/imported-event.ts'
import { countsStrikes } from '#imports/rules/played-event.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'

const reasons: Record<DifferenceReason, (difference: StandingsDifference) => string> = {
  games: ({ games = 0 }) => m.imports_because_games({ n: plainNumber(games) }),
  missing: () => m.imports_because_missing(),
  byes: () => m.imports_because_byes(),
  'left-out': () => m.imports_because_left_out(),
  'one-machine': () => m.imports_because_one_machine(),
  counting: () => m.imports_because_counting(),
  'by-hand': () => m.imports_because_by_hand(),
  ties: () => m.imports_because_ties(),
  others: () => m.imports_because_others(),
}

/** How the standings here compare with those at the source: that they are the same, or each difference with its reason. */
export function StandingsDifferences({
  event,
  compared,
  differences,
}: { event: ImportedEvent } & Pick<EventImport, 'compared' | 'differences'>) {
  const shown = (total: number): string => plainNumber(countsStrikes(event) ? total : total / 1000)
  if (compared === 0) return <p role="status">{m.imports_no_standings()}</p>
  if (differences.length === 0) return <p role="status">{m.imports_same({ count: plainNumber(compared) })}</p>
  return (
    <section className={layout.stack3} aria-label={m.imports_differences()}>
      <h3>{m.imports_differences()}</h3>
      <List className={layout.stack3}>
        {differences.map((difference, i) => {
          const { player, place, placeThere, total, totalThere } = difference
          const hasOtherTotal = totalThere !== null && totalThere !== total
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two players may have the same name
            <li key={i} className={layout.stack}>
              <bdi className={layout.strong}>{player}</bdi>
              <span>
                {place !== placeThere && m.imports_difference({ place: plainNumber(place), there: plainNumber(placeThere) })}
                {place !== placeThere && hasOtherTotal && ' · '}
                {hasOtherTotal && m.imports_difference_total({ total: shown(total), there: shown(totalThere) })}
              </span>
              <span className={layout.small}>{reasons[difference.reason](difference)}</span>
            </li>
          )
        })}
      </List>
    </section>
  )
}
