import { useDocuments } from '../../../platform/live/hooks.ts'
import type { BoardDoc, BoardRow, BoardRowDoc } from '../contract.ts'
import { compareRows, type Window } from '../rules.ts'

/** A machine's board of the period that is on now, in order, from the documents at hand. */
export function useBoard(
  machineId: string,
  window: Window,
  limit: number,
): { board: (BoardDoc & { _id: string }) | undefined; rows: BoardRow[] } {
  const board = useDocuments<BoardDoc, (BoardDoc & { _id: string }) | undefined>(
    'boards',
    documents => documents.find(each => each.scope.machineId === machineId && each.window === window && !each.verifiedOnly),
    [machineId, window],
  )
  const key = board?._id
  const rows = useDocuments<BoardRowDoc, BoardRow[]>(
    'boardRows',
    documents =>
      documents
        .filter(row => row.board === key)
        .sort(compareRows)
        .slice(0, limit),
    [key, limit],
  )
  return { board, rows }
}
