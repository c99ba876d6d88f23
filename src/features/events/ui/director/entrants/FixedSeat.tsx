import type { EventSeatDoc } from '#events/contract/documents.ts'
import { eventsSeats, eventsSetSeat } from '#events/contract/entrants.ts'
import { type Entrant, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useAnnounce } from '../action-area.tsx'

interface FixedSeatProps {
  eventId: string
  entrant: Entrant
  onClose: () => void
}

/** Dialog that names the machines on which a player plays every game, for example because the player cannot walk far. */
export function FixedSeat({ eventId, entrant, onClose }: FixedSeatProps) {
  const live = useSubscription(eventsSeats, { eventId })
  const seat = useDocument<EventSeatDoc>('eventSeats', entrant._id)
  return (
    <Dialog open title={m.events_seat_title({ name: entrant.displayName })} onClose={onClose}>
      <p className={layout.quiet}>{m.events_seat_words()}</p>
      {live.state === 'pending' && <Skeleton kind="form" count={3} />}
      {live.state === 'failed' && <FormError message={errorMessage(live.error)} />}
      {live.state === 'ready' && <SeatForm eventId={eventId} entrant={entrant} machineIds={seat?.machineIds ?? []} onClose={onClose} />}
    </Dialog>
  )
}

/** @param machineIds those that are named now */
function SeatForm({ eventId, entrant, machineIds, onClose }: FixedSeatProps & { machineIds: readonly string[] }) {
  const { _id: entrantId, displayName: name } = entrant
  const setSeat = useMethod(eventsSetSeat)
  const announce = useAnnounce()
  const { machines } = useEvent(eventId)
  const form = useForm<{ [machineId: string]: boolean }>({
    initial: Object.fromEntries(machines.map(each => [each.machineId, machineIds.includes(each.machineId)])),
    send: async values => {
      await setSeat({ eventId, entrantId, machineIds: machines.map(each => each.machineId).filter(id => values[id]) })
      announce(m.events_seat_saved({ name }))
      onClose()
    },
  })
  return (
    <FormBody form={form} action={m.events_adjust_save()} wide>
      {machines.map(machine => (
        <Checkbox
          key={machine._id}
          label={machine.name}
          checked={form.values[machine.machineId] === true}
          onChange={isNamed => form.set(machine.machineId, isNamed)}
        />
      ))}
    </FormBody>
  )
}
