import type { ReactNode } from 'react'
import * as m from '#messages'
import { errorMessage, type useSubscription } from '#platform/live/hooks.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import type { BoardRowDoc } from '#scores/contract/boards.ts'
import { rankRows } from '#scores/rules.ts'
import { BoardTable, type BoardTableProps } from './BoardTable.tsx'

/**
 * A board, or what stands in its place while it loads, when that failed, and while nobody is on it. The page of a machine has the same written
 * out, because that makes its first scripts 100 bytes smaller.
 * @param expected how many rows it is likely to have
 */
export function BoardContent({
  live,
  expected = 8,
  empty,
  rows,
  ...table
}: Omit<BoardTableProps, 'rows' | 'ranks'> & {
  live: ReturnType<typeof useSubscription>
  expected?: number
  empty: ReactNode
  rows: readonly (BoardRowDoc & { _id: string })[]
}) {
  return (
    <>
      {live.state === 'failed' && <ErrorState title={m.scores_board_failed()}>{errorMessage(live.error)}</ErrorState>}
      {rows.length > 0 ? (
        <BoardTable {...table} rows={rows} ranks={rankRows(rows)} />
      ) : live.state === 'pending' ? (
        <Skeleton kind="board-row" count={expected} />
      ) : (
        live.state === 'ready' && empty
      )}
    </>
  )
}
