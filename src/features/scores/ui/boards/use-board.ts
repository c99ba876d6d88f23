import { useDocuments } from '#platform/live/hooks.ts'
import type { BoardDoc, BoardRow, BoardRowDoc, Scope } from '#scores/contract/boards.ts'
import { compareRows, type Window } from '#scores/rules.ts'

/**
 * A machine's board of the current period and its sorted rows, from the loaded documents.
 * @param groupId ranks this group's members only
 */
export function useBoard(
  machineId: string,
  window: Window,
  limit: number,
  groupId: string | null = null,
): { board: (BoardDoc & { _id: string }) | undefined; rows: BoardRow[] } {
  const board = useDocuments<BoardDoc, (BoardDoc & { _id: string }) | undefined>(
    'boards',
    documents => documents.find(each => matchesScope(each.scope, machineId, groupId) && each.window === window && !each.verifiedOnly),
    [machineId, window, groupId],
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

const matchesScope = (scope: Scope, machineId: string, groupId: string | null): boolean =>
  scope.machineId === machineId && !('eventId' in scope) && ('groupId' in scope ? scope.groupId : null) === groupId
