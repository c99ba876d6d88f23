import { useState } from 'react'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { ListDialog } from '#platform/ui/controls/ListDialog.tsx'
import { venueMachinesChanged, venuesSetMachines } from '#venues/contract.ts'
import type { ShownVenueMachine } from '#venues/ui/use-venue.ts'

/** Which machines stand in a venue, and in which order. */
export function MachinesDialog({
  venueId,
  machines,
  onClose,
}: {
  venueId: string
  machines: readonly ShownVenueMachine[]
  onClose: () => void
}) {
  const set = useMethod(venuesSetMachines)
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(text)
  return (
    <ListDialog
      title={m.venues_edit_machines()}
      label={m.ui_machines()}
      saved={machines.map(({ machineId, name }) => ({ id: machineId, name }))}
      save={(machineIds, was) => set({ venueId, machineIds, was })}
      conflict={venueMachinesChanged}
      onClose={onClose}
    >
      {(items, add) => (
        <Combobox
          label={m.ui_add_machine()}
          value={text}
          options={found.filter(({ id }) => items.every(item => item.id !== id))}
          loading={loading}
          placeholder={m.ui_machine_example()}
          noResultsText={m.events_pick_nothing()}
          onTextChange={setText}
          onPick={({ id, name }) => {
            setText('')
            add({ id, name })
          }}
        />
      )}
    </ListDialog>
  )
}
