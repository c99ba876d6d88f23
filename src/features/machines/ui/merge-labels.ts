import * as m from '#messages'
import { plainNumber } from '../../../platform/ui/ssr-format.ts'
import type { MachineDoc, MergePreview } from '../contract.ts'

const amount = (count: number): { count: number; n: string } => ({ count, n: plainNumber(count) })

/** "Attack from Mars (Bally, 1995)" */
export const machineLabel = ({ name, manufacturer, year }: Pick<MachineDoc, 'name' | 'manufacturer' | 'year'>): string =>
  year === null ? m.machines_name_maker({ name, manufacturer }) : m.machines_name_maker_year({ name, manufacturer, year })

/** What a merge moves, as a list in words; its backglass is told of where it goes too. */
export function mergePreviewLabel({ scores, players, events, backglass }: MergePreview): string {
  const parts = [
    ...(scores === 0
      ? []
      : [
          m.machines_merge_scores_of({
            scores: m.machines_browse_scores(amount(scores)),
            players: m.machines_merge_players(amount(players)),
          }),
        ]),
    ...(events === 0 ? [] : [m.machines_merge_events(amount(events))]),
    ...(backglass === 'moves' ? [m.machines_merge_backglass()] : []),
  ]
  const moves = parts.length === 0 ? m.machines_merge_nothing() : m.machines_merge_list({ list: parts.join(m.ui_list_comma()) })
  return backglass === 'goes' ? `${moves} ${m.machines_merge_goes()}` : moves
}
