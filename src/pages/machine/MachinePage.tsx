import { useUserId } from '#accounts/ui/session/use-account.ts'
import { type MachineDoc, type MergedMachineDoc, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { boardsPlaces, boardsTop, type MachineStatsDoc, type PlayerRankDoc } from '#scores/contract/boards.ts'
import { readWindow, recordInput } from '#scores/ui/board-params.ts'
import { useBoard } from '#scores/ui/boards/use-board.ts'
import { Distribution } from '#scores/ui/charts/Distribution.tsx'
import { GrandChampion } from './GrandChampion.tsx'
import { type HeaderMachine, MachineHeader } from './MachineHeader.tsx'
import styles from './machine.module.css'
import { OwnBestPanel } from './OwnBestPanel.tsx'
import { PlainBoard } from './PlainBoard.tsx'
import { ScoreFacts } from './ScoreFacts.tsx'

// The server does not know the user, so no first page has them.
const MachineTools = lazyComponent(async () => (await import('./MachineTools.tsx')).MachineTools)
const MachineMore = lazyComponent(async () => (await import('./MachineMore.tsx')).MachineMore)
const VenueBoard = lazyComponent(async () => (await import('./VenueBoard.tsx')).VenueBoard, undefined, UnloadedBoard)

/** One machine: its data, its board by window, the distribution of its scores, and the user's rank. */
export function MachinePage({ params, query }: RouteMatch) {
  const requestedId = params.machineId!
  // If the machine is merged into another one while the page is open, the page shows that one.
  const machineId = useDocument<MergedMachineDoc>('mergedMachines', requestedId)?.into ?? requestedId
  const window = readWindow(query)
  const userId = useUserId()
  const hasTools = useHasRole(['machine-editor', 'moderator', 'admin'])
  const first = useSubscription(machinesOne, { machineId: requestedId })
  const second = useSubscription(machinesOne, machineId === requestedId ? null : { machineId })
  const live = machineId === requestedId ? first : second
  useSubscription(boardsTop, recordInput(machineId))
  useSubscription(boardsPlaces, userId === null ? null : { machineId, userId })
  const machine = useDocument<MachineDoc>('machines', machineId)
  const stats = useDocument<MachineStatsDoc>('machineStats', machineId)
  const record = useBoard(machineId, 'all', 1).rows[0]
  const places = useDocuments<PlayerRankDoc, PlayerRankDoc[]>(
    'places',
    documents => documents.filter(each => each.userId === userId && each.machineId === machineId),
    [userId, machineId],
  )
  const best = places.find(place => place.window === 'all')

  if (live.state === 'failed' && live.error.error === 404) return <ShowNotFound />
  return (
    <AppShell current="machines" width="columns">
      {machine === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.ui_machine_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {machine !== undefined && (
        <div className={styles.page}>
          <MachineHeader machine={toHeaderMachine(machine)} players={machine.players}>
            <ButtonLink kind="primary" href={`/submit?machine=${machineId}`}>
              {m.ui_add_score()}
            </ButtonLink>
            {hasTools && <MachineTools machineId={machineId} machine={machine} />}
          </MachineHeader>
          {stats !== undefined && stats.best !== null && (
            <aside className={styles.beside} aria-label={m.scores_machine_beside()}>
              {record !== undefined && <GrandChampion record={record} />}
              {stats.median !== null && stats.players > 1 && (
                <section className={cx(layout.stack1, styles.spread)} aria-labelledby="spread">
                  <h2 id="spread">{m.scores_machine_spread()}</h2>
                  <Distribution
                    histogram={stats.histogram}
                    best={stats.best}
                    median={stats.median}
                    mine={best?.value}
                    beats={best && Math.floor(best.percentile)}
                  />
                </section>
              )}
              <ScoreFacts stats={stats} />
              {best !== undefined && <OwnBestPanel place={best} />}
            </aside>
          )}
          <section className={cx(layout.stack3, styles.board)} aria-label={m.scores_machine_board()}>
            {query.venue ? (
              <VenueBoard machine={machine} query={query} />
            ) : (
              <PlainBoard machineId={machineId} machine={machine.name} window={window} places={places} />
            )}
          </section>
          <MachineMore machineId={machineId} />
        </div>
      )}
    </AppShell>
  )
}

/** What stands in the place of the board of a venue until it comes; it does not come without scripts. */
function UnloadedBoard({ machine }: { machine: { _id: string } }) {
  return (
    <>
      <noscript>
        <a href={`/machines/${machine._id}`}>{m.scores_venue_board_all()}</a>
      </noscript>
      <Skeleton kind="board-row" count={8} />
    </>
  )
}

const toHeaderMachine = ({ name, manufacturer, year, type, display, playerCount, backglass }: MachineDoc): HeaderMachine => ({
  name,
  manufacturer,
  type,
  ...(year === null ? {} : { year }),
  ...(display === undefined ? {} : { display: display as NonNullable<HeaderMachine['display']> }),
  ...(playerCount === undefined ? {} : { playerCount }),
  ...(backglass === undefined ? {} : { backglass }),
})
