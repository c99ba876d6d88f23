import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { MachineDoc } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { cx } from '#platform/ui/cx.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { boardsTop } from '#scores/contract/boards.ts'
import { readWindow } from '#scores/ui/board-params.ts'
import { BoardContent } from '#scores/ui/boards/BoardContent.tsx'
import { useBoard } from '#scores/ui/boards/use-board.ts'
import { WindowTabs } from '#scores/ui/boards/WindowTabs.tsx'
import { type VenueDoc, venuesOne } from '#venues/contract.ts'
import { venuePath } from '#venues/ui/venue-path.ts'

/** The machine's board of the scores that were played in the venue of the address, and the way back to that of all scores. */
export function VenueBoard({ machine, query }: { machine: Pick<MachineDoc, 'name'> & { _id: string }; query: RouteMatch['query'] }) {
  const { _id: machineId, name: machineName } = machine
  const slug = query.venue!
  const window = readWindow(query)
  const userId = useUserId()
  const live = useSubscription(venuesOne, { slug })
  const venue = useDocuments<VenueDoc, (VenueDoc & { _id: string }) | undefined>(
    'venues',
    documents => documents.find(each => each.slug === slug),
    [slug],
  )
  const venueId = venue?._id ?? null
  const board = useSubscription(boardsTop, venueId === null ? null : { scope: { venueId, machineId }, window, limit: 100 })
  const { rows } = useBoard(machineId, window, 100, venueId)
  const plain = `/machines/${machineId}`
  const all = <Link href={window === 'all' ? plain : `${plain}?window=${window}`}>{m.scores_venue_board_all()}</Link>
  if (live.state === 'failed') {
    return (
      <ErrorState title={m.scores_board_failed()} action={all}>
        {isAccessError(live.error) ? m.scores_venue_board_none() : errorMessage(live.error)}
      </ErrorState>
    )
  }
  if (venue === undefined) return <Skeleton kind="board-row" count={8} />
  return (
    <>
      <div className={cx(layout.between, layout.anywhere)}>
        <h2>
          <Link href={venuePath(slug)}>{m.scores_venue_board({ name: venue.name })}</Link>
        </h2>
        {all}
      </div>
      <WindowTabs
        current={window}
        href={each => `${plain}?${new URLSearchParams({ ...(each === 'all' ? {} : { window: each }), venue: slug })}`}
      />
      <BoardContent
        live={board}
        caption={`${m.scores_machine_caption({ window, machine: machineName })} · ${venue.name}`}
        rows={rows}
        ownUserId={userId ?? undefined}
        empty={
          <EmptyState
            title={m.scores_machine_none({ window, machine: machineName })}
            action={
              <ButtonLink href={`/submit?${new URLSearchParams({ machine: machineId, venue: slug })}`}>{m.ui_add_score()}</ButtonLink>
            }
          />
        }
      />
    </>
  )
}
