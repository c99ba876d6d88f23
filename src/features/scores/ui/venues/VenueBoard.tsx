import { useUserId } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { boardsTop } from '#scores/contract/boards.ts'
import { rankRows, type Window } from '#scores/rules.ts'
import { BoardTable } from '../boards/BoardTable.tsx'
import { useBoard } from '../boards/use-board.ts'

/** The board of one machine, of the scores that were played in a venue. The period begins at midnight of the venue. */
export function VenueBoard({
  venueId,
  slug,
  machineId,
  name,
  window,
}: {
  venueId: string
  slug: string
  machineId: string
  name: string
  window: Window
}) {
  const userId = useUserId()
  const board = useSubscription(boardsTop, { scope: { venueId, machineId }, window, limit: 100 })
  const { rows } = useBoard(machineId, window, 100, null, venueId)
  return (
    <section className={layout.stack3} aria-labelledby="board">
      <h2 id="board">{name}</h2>
      {board.state === 'pending' && rows.length === 0 && <Skeleton kind="board-row" count={5} />}
      {board.state === 'failed' && <ErrorState title={m.scores_board_failed()}>{errorMessage(board.error)}</ErrorState>}
      {board.state === 'ready' && rows.length === 0 && <EmptyState title={m.scores_group_board_none({ window, machine: name })} />}
      <div>
        <ButtonLink kind="primary" href={`/submit?${new URLSearchParams({ venue: slug, machine: machineId })}`}>
          {m.ui_add_score()}
        </ButtonLink>
      </div>
      {rows.length > 0 && (
        <BoardTable
          caption={m.scores_venue_board_caption({ window, machine: name })}
          rows={rows}
          ranks={rankRows(rows)}
          ownUserId={userId ?? undefined}
        />
      )}
      <p className={layout.quiet}>
        <Link href={`/machines/${machineId}`}>{m.scores_group_everybody({ machine: name })}</Link>
      </p>
    </section>
  )
}
