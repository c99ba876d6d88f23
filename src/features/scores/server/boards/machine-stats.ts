import type { Fields } from '#ddp/wire/ejson.ts'
import type { MachineTotals } from '#machines/server/shared/tally-store.ts'
import type { Board } from '#ranking/board.ts'
import type { MachineStatsDoc } from '#scores/contract/boards.ts'
import type { BoardDocument } from './board-documents-view.ts'

const BINS = 20

/**
 * Bins of equal width on a logarithmic axis from the lowest to the highest
 * best. A bin counts `from` ≤ value < `to`, the last one also `to`.
 */
export function histogram(board: Board): MachineStatsDoc['histogram'] {
  const low = board.quantile(0)
  const high = board.best
  if (low === null || high === null) return []
  if (low === high) return [{ from: low, to: high, count: board.players }]
  const edges = Array.from({ length: BINS + 1 }, (_, i) =>
    i === 0 ? low : i === BINS ? high : Math.round(low * (high / low) ** (i / BINS)),
  )
  const distinct = edges.filter((edge, i) => i === 0 || edge > edges[i - 1]!)
  const atLeast = distinct.map((edge, i) => (i === distinct.length - 1 ? 0 : board.countAtLeast(edge)))
  return distinct.slice(0, -1).map((from, i) => ({ from, to: distinct[i + 1]!, count: atLeast[i]! - atLeast[i + 1]! }))
}

export function machineStats(board: Board, totals: MachineTotals): MachineStatsDoc & Fields {
  return {
    scores: totals.scores,
    players: board.players,
    best: board.best,
    median: board.quantile(0.5),
    deciles: board.players === 0 ? [] : Array.from({ length: 11 }, (_, i) => board.quantile(i / 10)!),
    histogram: histogram(board),
    lastDigitZero: totals.scores === 0 ? 0 : totals.zeros / totals.scores,
  }
}

/** The document with a machine's statistics. It needs a few dozen look-ups in the machine's board, whatever the board's size. */
export const statsDocument = (machineId: string): BoardDocument => ({
  collection: 'machineStats',
  id: machineId,
  name: { machineId, window: 'all', verifiedOnly: false },
  document: ({ board: loaded }) => machineStats(loaded.board, loaded.totals),
})
