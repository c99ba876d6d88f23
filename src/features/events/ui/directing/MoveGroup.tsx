import * as m from '#messages'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { FormBody } from '../../../../platform/ui/form/FormBody.tsx'
import { Select } from '../../../../platform/ui/form/Select.tsx'
import { useForm } from '../../../../platform/ui/form/use-form.ts'
import { eventsMove } from '../../contract/rounds.ts'
import type { PlayedGroup } from '../rounds/use-rounds.ts'
import type { Machine } from '../use-event.ts'
import { useTell } from './action-area.tsx'

/** Dialog that moves a group to another machine, for example because its own has broken. */
export function MoveGroup({ group, machines, onClose }: { group: PlayedGroup; machines: readonly Machine[]; onClose: () => void }) {
  const move = useMethod(eventsMove)
  const tell = useTell()
  const others = machines.filter(({ machineId, active }) => active && machineId !== group.machineId)
  const form = useForm({
    initial: { machineId: others[0]?.machineId ?? '' },
    send: async ({ machineId }) => {
      await move({ eventId: group.eventId, groupId: group._id, machineId })
      tell(m.events_move_done({ n: group.number }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_move_title({ n: group.number })} onClose={onClose}>
      {others.length === 0 ? (
        <p>{m.events_move_nowhere()}</p>
      ) : (
        <FormBody form={form} action={m.events_move_action()} wide>
          <Select
            label={m.events_move_where()}
            value={form.values.machineId}
            choices={others.map(({ machineId, name }) => ({ value: machineId, label: name }))}
            onChange={machineId => form.set('machineId', machineId)}
          />
        </FormBody>
      )}
    </Dialog>
  )
}
