import { useDocuments } from '#platform/live/hooks.ts'
import type { BoardDoc, BoardRow, BoardRowDoc } from '#scores/contract/boards.ts'
import { compareRows, type Window } from '#scores/rules.ts'

/**
 * A machine's board of the current period and its sorted rows, from the loaded documents.
 * @param within id of the group whose members are ranked, or of the venue whose scores are; null: everybody's everywhere
 */
export function useBoard(
  machineId: string,
  window: Window,
  limit: number,
  within: string | null = null,
): { board: (BoardDoc & { _id: string }) | undefined; rows: BoardRow[] } {
  const board = useDocuments<BoardDoc, (BoardDoc & { _id: string }) | undefined>(
    'boards',
    documents => documents.find(each => isScope(each.scope, machineId, within) && each.window === window && !each.verifiedOnly),
    [machineId, window, within],
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

const isScope = (
  scope: Partial<Record<'machineId' | 'groupId' | 'eventId' | 'venueId', string>>,
  machineId: string,
  within: string | null,
) => scope.machineId === machineId && (scope.groupId ?? scope.eventId ?? scope.venueId ?? null) === within
