import { useState } from 'react'
import { eventsEdit } from '#events/contract/admin.ts'
import { eventsMove } from '#events/contract/rounds.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import { currentGames, gameArgument, groupNumber, type PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Machine } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useAnnounce } from '../action-area.tsx'
import { EventMachinePicker } from '../machines/EventMachinePicker.tsx'

/** The choice that asks for a machine which is not in the event yet. */
const ADD = 'add'

export interface MoveGroupProps {
  event: ShownEvent
  group: PlayedGroup
  /** the round of the group */
  round: PlayedRound
  machines: readonly Machine[]
  /** true: a machine may be added to the event for the group */
  mayAdd?: boolean
  onClose: () => void
}

/** Returns the numbers of the groups that play on each machine. */
function busyMachines({ groups }: PlayedRound, moved: PlayedGroup): ReadonlyMap<string, string> {
  const open = currentGames(groups).filter(({ groupId, state }) => state !== 'confirmed' && groupId !== moved.groupId)
  return new Map(open.map(({ machineId, number }) => [machineId, decimal(number)]))
}

/**
 * Dialog that moves a group to another machine, for example because its own has broken, or chooses its machine. Free machines come first; of
 * the others it says which group plays there.
 */
export function MoveGroup({ event: { _id: eventId, machineIds }, group, round, machines, mayAdd = false, onClose }: MoveGroupProps) {
  const [move, edit] = [useMethod(eventsMove), useMethod(eventsEdit)]
  const announce = useAnnounce()
  const busy = busyMachines(round, group)
  const others = machines
    .filter(({ machineId, active }) => active && machineId !== group.machineId)
    .sort((a, b) => Number(busy.has(a.machineId)) - Number(busy.has(b.machineId)))
  const isFirst = group.machineId === ''
  const [added, setAdded] = useState<{ id: string; name: string } | null>(null)
  const form = useForm({
    initial: { machineId: others[0]?.machineId ?? (mayAdd ? ADD : '') },
    check: ({ machineId }) => ({ machineId: machineId === ADD && added === null ? m.ui_machine_missing() : undefined }),
    send: async ({ machineId: chosen }) => {
      const machineId = chosen === ADD ? added!.id : chosen
      if (!machineIds.includes(machineId)) await edit({ eventId, machineIds: [...machineIds, machineId] })
      await move({ eventId, ...gameArgument(group), machineId })
      announce(m.events_move_done({ n: groupNumber(group) }))
      onClose()
    },
  })
  return (
    <Dialog open title={(isFirst ? m.events_move_choose_of : m.events_move_title)({ n: groupNumber(group) })} onClose={onClose}>
      {others.length === 0 && !mayAdd ? (
        <p>{m.events_move_none()}</p>
      ) : (
        <FormBody form={form} action={isFirst ? m.events_move_choose() : m.events_move_group()} wide>
          {others.length > 0 && (
            <Select
              label={m.events_move_where()}
              value={form.values.machineId}
              choices={[
                ...others.map(({ machineId, name }) => ({
                  value: machineId,
                  label: busy.has(machineId) ? m.events_move_busy({ machine: name, n: busy.get(machineId)! }) : name,
                })),
                ...(mayAdd ? [{ value: ADD, label: m.events_move_add() }] : []),
              ]}
              onChange={machineId => form.set('machineId', machineId)}
            />
          )}
          {mayAdd && form.values.machineId === ADD && (
            <EventMachinePicker
              label={m.ui_add_machine()}
              excluded={machineIds}
              picked={added}
              error={form.field('machineId').error}
              onPick={machine => {
                setAdded(machine)
                form.set('machineId', ADD)
              }}
            />
          )}
        </FormBody>
      )}
    </Dialog>
  )
}
