import { useDocuments } from '#platform/live/hooks.ts'
import type { BoardDoc, BoardRow, BoardRowDoc, Scope } from '#scores/contract/boards.ts'
import { compareRows, type Window } from '#scores/rules.ts'

/**
 * A machine's board of the current period and its sorted rows, from the loaded documents.
 * @param groupId ranks this group's members only
 * @param venueId ranks the scores that were played in this venue only
 */
export function useBoard(
  machineId: string,
  window: Window,
  limit: number,
  groupId: string | null = null,
  venueId: string | null = null,
): { board: (BoardDoc & { _id: string }) | undefined; rows: BoardRow[] } {
  const board = useDocuments<BoardDoc, (BoardDoc & { _id: string }) | undefined>(
    'boards',
    documents => documents.find(each => isScope(each.scope, machineId, groupId, venueId) && each.window === window && !each.verifiedOnly),
    [machineId, window, groupId, venueId],
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

const isScope = (scope: Scope, machineId: string, groupId: string | null, venueId: string | null): boolean =>
  scope.machineId === machineId &&
  !('eventId' in scope) &&
  ('groupId' in scope ? scope.groupId : null) === groupId &&
  ('venueId' in scope ? scope.venueId : null) === venueId
