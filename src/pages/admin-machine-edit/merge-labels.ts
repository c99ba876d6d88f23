import type { MachineDoc, MergePreview } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'

const amount = (count: number): { count: number; n: string } => ({ count, n: plainNumber(count) })

/** Formats a machine such as "Attack from Mars (Bally, 1995)". */
export const machineLabel = ({ name, manufacturer, year }: Pick<MachineDoc, 'name' | 'manufacturer' | 'year'>): string =>
  year === null ? m.machines_name_maker({ name, manufacturer }) : m.machines_name_maker_year({ name, manufacturer, year })

/** A sentence that lists what a merge moves. If the backglass will be removed, a second sentence says so. */
export function mergePreviewLabel({ scores, players, events, backglass }: MergePreview): string {
  const parts = [
    ...(scores === 0
      ? []
      : [
          m.machines_merge_scores_of({
            scores: m.ui_count_scores(amount(scores)),
            players: m.machines_merge_players(amount(players)),
          }),
        ]),
    ...(events === 0 ? [] : [m.machines_merge_events(amount(events))]),
    ...(backglass === 'moves' ? [m.machines_merge_backglass()] : []),
  ]
  const moves = parts.length === 0 ? m.machines_merge_nothing() : m.machines_merge_list({ list: parts.join(m.ui_list_comma()) })
  return backglass === 'goes' ? `${moves} ${m.machines_merge_goes()}` : moves
}
