import { useUserId } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { boardsTop, type PlayerRankDoc } from '#scores/contract/boards.ts'
import { rankRows, type Window } from '#scores/rules.ts'
import { boardInput } from '#scores/ui/board-params.ts'
import { BoardTable } from '#scores/ui/boards/BoardTable.tsx'
import { useBoard } from '#scores/ui/boards/use-board.ts'
import { WindowTabs } from '#scores/ui/boards/WindowTabs.tsx'
import { useOwnRow } from './use-own-board-row.ts'

/** The machine's board of everybody's scores. @param places the user's, in all windows */
export function PlainBoard({
  machineId,
  machine,
  window,
  places,
}: {
  machineId: string
  machine: string
  window: Window
  places: readonly PlayerRankDoc[]
}) {
  const userId = useUserId()
  const board = useSubscription(boardsTop, boardInput(machineId, window))
  const { rows } = useBoard(machineId, window, 100)
  const ownRow = useOwnRow(machineId, window, places.find(place => place.window === window) ?? null, rows, userId)
  return (
    <>
      <WindowTabs current={window} href={each => `/machines/${machineId}${each === 'all' ? '' : `?window=${each}`}`} />
      {board.state === 'pending' && rows.length === 0 && <Skeleton kind="board-row" count={8} />}
      {board.state === 'failed' && <ErrorState title={m.scores_board_failed()}>{errorMessage(board.error)}</ErrorState>}
      {board.state === 'ready' && rows.length === 0 && (
        <EmptyState
          title={m.scores_machine_none({ window, machine })}
          action={<ButtonLink href={`/submit?machine=${machineId}`}>{m.ui_add_score()}</ButtonLink>}
        />
      )}
      {rows.length > 0 && (
        <BoardTable
          caption={m.scores_machine_caption({ window, machine })}
          rows={rows}
          ranks={rankRows(rows)}
          ownUserId={userId ?? undefined}
          ownRow={ownRow}
        />
      )}
    </>
  )
}
