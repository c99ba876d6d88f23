import { useEffect, useState } from 'react'
import { createDeviceKey, forgetDeviceKey, readDeviceKey, storeDeviceKey } from '#events/ui/device/device-key.ts'
import { useWakeLock } from '#events/ui/screen/use-wake-lock.ts'
import { type MachineDoc, type MergedMachineDoc, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { KioskShell } from '#platform/ui/kiosk/KioskShell.tsx'
import { isKiosk, setKiosk } from '#platform/ui/kiosk/kiosk-lock.ts'
import { LockDevice } from '#platform/ui/kiosk/LockDevice.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { boardsTop } from '#scores/contract/boards.ts'
import { scoresLeaveKiosk, scoresOpenKiosk } from '#scores/contract/kiosks.ts'
import { rankRows } from '#scores/rules.ts'
import { BoardTable } from '#scores/ui/boards/BoardTable.tsx'
import { useBoard } from '#scores/ui/boards/use-board.ts'
import { boardInput } from '#scores/ui/query-params.ts'
import { EnterAtKiosk } from './EnterAtKiosk.tsx'

const SHOWN_ROWS = 10

/** The page of a device that enters scores on one machine's board and shows nothing else. */
export function MachineKioskPage({ params }: RouteMatch) {
  const requestedId = params.machineId!
  const path = `/machines/${requestedId}/kiosk`
  const open = useMethod(scoresOpenKiosk)
  const leaveKiosk = useMethod(scoresLeaveKiosk)
  /** undefined: not known yet, as while the server renders; null: the device is no kiosk of this machine */
  const [key, setKey] = useState<string | null | undefined>(undefined)
  useEffect(() => setKey(isKiosk(path) ? readDeviceKey(requestedId) : null), [requestedId, path])
  if (key === undefined) return <Skeleton kind="board-row" count={SHOWN_ROWS} />
  if (key === null) {
    return (
      <LockDevice
        path={path}
        onOpen={async token => {
          const own = readDeviceKey(requestedId) ?? createDeviceKey()
          storeDeviceKey(requestedId, own)
          await open({ token, key: own })
        }}
      />
    )
  }
  const leave = async (code: string): Promise<void> => {
    await leaveKiosk({ key, code }).catch((error: unknown) => {
      // The account of its maker was deleted, and the kiosk with it, so that no code would be right.
      if (errorCode(error) !== 'kiosk-ended') throw error
    })
    setKiosk(null)
    forgetDeviceKey(requestedId)
    window.location.replace(`/machines/${requestedId}`)
  }
  return <Kiosk requestedId={requestedId} deviceKey={key} leave={leave} />
}

function Kiosk({ requestedId, deviceKey, leave }: { requestedId: string; deviceKey: string; leave(code: string): Promise<void> }) {
  const machineId = useDocument<MergedMachineDoc>('mergedMachines', requestedId)?.into ?? requestedId
  useSubscription(machinesOne, { machineId })
  const board = useSubscription(boardsTop, boardInput(machineId, 'all'))
  const machine = useDocument<MachineDoc>('machines', machineId)
  const rows = useBoard(machineId, 'all', SHOWN_ROWS).rows
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
