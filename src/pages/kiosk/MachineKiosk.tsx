import { useWakeLock } from '#events/ui/screen/use-wake-lock.ts'
import { type MachineDoc, type MergedMachineDoc, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useSubscription } from '#platform/live/hooks.ts'
import { KioskShell } from '#platform/ui/kiosk/KioskShell.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { boardsTop } from '#scores/contract/boards.ts'
import { rankRows } from '#scores/rules.ts'
import { boardInput } from '#scores/ui/board-params.ts'
import { BoardTable } from '#scores/ui/boards/BoardTable.tsx'
import { useBoard } from '#scores/ui/boards/use-board.ts'
import { EnterAtKiosk } from './EnterAtKiosk.tsx'

const SHOWN_ROWS = 10

interface MachineKioskProps {
  /** the machine of the page's address, which may have been merged into another since */
  requestedId: string
  deviceKey: string
  /** ends the kiosk by its code */
  leave(code: string): Promise<void>
}

/** The form for scores on a machine's board, and the top of the board. */
export function MachineKiosk({ requestedId, deviceKey, leave }: MachineKioskProps) {
  const machineId = useDocument<MergedMachineDoc>('mergedMachines', requestedId)?.into ?? requestedId
  useSubscription(machinesOne, { machineId })
  const board = useSubscription(boardsTop, boardInput(machineId, 'all'))
  const machine = useDocument<MachineDoc>('machines', machineId)
  const { rows } = useBoard(machineId, 'all', SHOWN_ROWS)
  useWakeLock()
  const title = machine?.name ?? m.ui_kiosk_title()
  return (
    <KioskShell title={title} leave={leave}>
      <EnterAtKiosk deviceKey={deviceKey} />
      {board.state === 'pending' && rows.length === 0 && <Skeleton kind="board-row" count={SHOWN_ROWS} />}
      {board.state === 'failed' && <ErrorState title={m.scores_board_failed()}>{errorMessage(board.error)}</ErrorState>}
      {rows.length > 0 && (
        <BoardTable caption={m.scores_machine_caption({ window: 'all', machine: title })} rows={rows} ranks={rankRows(rows)} />
      )}
    </KioskShell>
  )
}
