import { type MachineDoc, type MergedMachineDoc, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { type BoardRowDoc, boardsTop } from '#scores/contract/boards.ts'
import { compareRows, rankRows } from '#scores/rules.ts'
import { MOST_EMBED_ROWS } from '../rules.ts'
import { type EmbedSource, playerPage, requestOf } from './embed-view.ts'

/** The best scores of all time on a machine. All embeds of a machine share one view, whatever number of rows they show. */
export const boardSource: EmbedSource = {
  requests: machineId => [
    requestOf(machinesOne, { machineId }),
    requestOf(boardsTop, { scope: { machineId }, window: 'all', limit: MOST_EMBED_ROWS }),
  ],
  movedTo: (machineId, documents) => documents.all<MergedMachineDoc>('mergedMachines').find(({ _id }) => _id === machineId)?.into ?? null,
  view(machineId, documents, count) {
    const machine = documents.all<MachineDoc>('machines').find(({ _id }) => _id === machineId)
    if (machine === undefined) return null
    const { name, manufacturer, year, players } = machine
    const rows = documents.all<BoardRowDoc>('boardRows').sort(compareRows)
    const ranks = rankRows(rows)
    return {
      kicker: m.embeds_top_scores(),
      title: name,
      page: `/machines/${machineId}`,
      badge: null,
      facts: [
        [manufacturer, ...(year === null ? [] : [String(year)])].filter(each => each !== '').join(m.ui_list_comma()),
        ...(players === 0 ? [] : [m.ui_count_players({ count: players, n: plainNumber(players) })]),
      ],
      rows: rows.slice(0, count).map(({ _id, username, displayName, value, achievedAt }, i) => ({
        key: _id,
        rank: ranks[i]!,
        name: displayName,
        page: playerPage(username),
        notes: [plainDate(achievedAt)],
        figure: plainNumber(value),
        unit: null,
      })),
      empty: m.embeds_no_scores({ machine: name }),
      whole: m.embeds_whole_board(),
    }
  },
}
