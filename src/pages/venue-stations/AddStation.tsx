import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { stationsPair } from '#stations/contract/stations.ts'
import type { VenueMachineDoc } from '#venues/contract.ts'
import { MachineForm } from './MachineForm.tsx'

/** Adds a station without a machine board, whose games other programs report. */
export function AddStation({ venueId, machines }: { venueId: string; machines: readonly VenueMachineDoc[] }) {
  const pair = useMethod(stationsPair)
  const requestId = useRequestId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.stations_add()}</Button>
      {isOpen && (
        <Dialog open title={m.stations_add()} onClose={() => setOpen(false)}>
          <p>{m.stations_add_words()}</p>
          <MachineForm
            machines={machines}
            machineId=""
            action={m.stations_add()}
            onSend={async machineId => {
              const input = { venueId, machineId }
              await pair({ _id: requestId(input), ...input })
              setOpen(false)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
