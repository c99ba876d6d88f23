import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { stationsRemove, stationsSetMachine } from '#stations/contract/stations.ts'
import { proposeMachine } from '#stations/rules/propose-machine.ts'
import { claimPath } from '#stations/ui/claim-path.ts'
import type { ShownStation } from '#stations/ui/use-stations.ts'
import type { VenueMachineDoc } from '#venues/contract.ts'
import { MachineForm } from './MachineForm.tsx'

/** One station: its machine, what its machine board says, and how much was reported. */
export function StationItem({
  station,
  machines,
  isPlaying,
}: {
  station: ShownStation
  machines: readonly VenueMachineDoc[]
  isPlaying: boolean
}) {
  const { _id: stationId, venueId, machineId, machineName, code, boardIds, boardName, nowNamed, seenAt, games, unclaimed } = station
  const [setMachine, remove] = [useMethod(stationsSetMachine), useMethod(stationsRemove)]
  const [dialog, setDialog] = useState<'machine' | 'remove' | null>(null)
  const close = (): void => setDialog(null)
  const proposed = nowNamed === undefined ? null : proposeMachine(nowNamed, machines)
  const proposedName = machines.find(each => each.machineId === proposed)?.name
  const { busy, error, run } = useAsyncWork()
  /** answers on which machine the station is */
  const answer = (chosen: string): Promise<void> => run(() => setMachine({ venueId, stationId, machineId: chosen }))
  return (
    <li className={cx(layout.stack2, layout.anywhere, entries.entry)}>
      <h3>
        <Link href={`/machines/${machineId}`}>{machineName}</Link>
      </h3>
      <p className={cx(layout.facts, layout.quiet)}>
        {isPlaying && <strong className={cx(layout.line2, layout.live)}>{m.stations_live()}</strong>}
        {boardIds.length === 0 ? (
          <span>{m.stations_no_board()}</span>
        ) : (
          boardName !== '' && <span>{renderMessage(m.stations_board_named(), { name: () => <bdi>{boardName}</bdi> })}</span>
        )}
        <span>{m.stations_games_count({ count: games, n: plainNumber(games) })}</span>
        {unclaimed > 0 && <span>{m.stations_unclaimed_count({ count: unclaimed, n: plainNumber(unclaimed) })}</span>}
        {/* Last, because room is kept at its end. A program is not heard between its reports. */}
        {(boardIds.length > 0 || seenAt !== undefined) && (
          <span>
            {seenAt === undefined ? m.stations_not_seen() : renderMessage(m.stations_seen(), { ago: () => <TimeAgo at={seenAt} /> })}
          </span>
        )}
      </p>
      {boardIds.length === 0 && (
        <p className={layout.quiet}>
          {m.stations_by_programs()} <code dir="ltr">{stationId}</code>
        </p>
      )}
      {nowNamed !== undefined && (
        <Notice
          kind="warn"
          title={m.stations_now_named({ name: nowNamed })}
          action={
            <div className={layout.row2}>
              {proposed !== null && proposed !== machineId && (
                <Button kind="primary" busy={busy} onClick={() => void answer(proposed)}>
                  {m.stations_it_is_on({ machine: proposedName ?? '' })}
                </Button>
              )}
              <Button busy={busy} onClick={() => void answer(machineId)}>
                {m.stations_still_on({ machine: machineName })}
              </Button>
            </div>
          }
        >
          {m.stations_now_named_words()}
        </Notice>
      )}
      <FormError message={error} />
      <div className={layout.row2}>
        <Button aria-label={`${m.stations_move()}: ${machineName}`} onClick={() => setDialog('machine')}>
          {m.stations_move()}
        </Button>
        <Button aria-label={`${m.stations_remove()}: ${machineName}`} onClick={() => setDialog('remove')}>
          {m.stations_remove()}
        </Button>
        <Link className={layout.touch} href={claimPath(code)}>
          {m.stations_claim_page()}
        </Link>
      </div>
      {dialog === 'machine' && (
        <Dialog open title={m.stations_move_title()} onClose={close}>
          <p>{m.stations_move_words()}</p>
          <MachineForm
            machines={machines}
            machineId={proposed ?? machineId}
            action={m.stations_move_do()}
            onSend={async chosen => {
              await setMachine({ venueId, stationId, machineId: chosen })
              close()
            }}
          />
        </Dialog>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={m.stations_remove_title({ machine: machineName })}
          confirmLabel={m.stations_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await remove({ venueId, stationId }))}
          onClose={close}
        >
          <p>{m.stations_remove_words()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
