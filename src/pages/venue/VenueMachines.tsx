import { type ReactNode, useState } from 'react'
import { AdminRow } from '#events/ui/director/AdminRow.tsx'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { venuesSetMachine } from '#venues/contract.ts'
import type { ShownVenueMachine } from '#venues/ui/use-venue.ts'

/** A change of a machine's state that can be undone. */
interface Undoable {
  name: string
  outOfOrder: boolean
  undo: () => Promise<unknown>
}

/** The machines of a venue in their order, with what is out of order and since when. Its managers say so with one tap. */
export function VenueMachines({
  venueId,
  machines,
  manages,
  href,
  renderLeader,
}: {
  venueId: string
  machines: readonly ShownVenueMachine[]
  manages: boolean
  /** returns the path of a machine's board in this venue */
  href: (machineId: string) => string
  renderLeader: (machineId: string) => ReactNode
}) {
  const set = useMethod(venuesSetMachine)
  const [done, setDone] = useState<Undoable | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [noted, setNoted] = useState<ShownVenueMachine | null>(null)
  const run = async (change: () => Promise<unknown>, undoable: Undoable | null): Promise<void> => {
    setError(null)
    try {
      await change()
      setDone(undoable)
    } catch (problem) {
      setError(errorMessage(problem))
    }
  }
  const switchState = ({ machineId, name, outOfOrderSince, note }: ShownVenueMachine): Promise<void> => {
    const outOfOrder = outOfOrderSince === undefined
    // In order again, it forgets since when it was not and why. The undo knows both.
    const former = outOfOrder ? { outOfOrder: false } : { outOfOrder: true, since: outOfOrderSince, note: note ?? '' }
    return run(() => set({ venueId, machineId, outOfOrder }), {
      name,
      outOfOrder,
      undo: () => set({ venueId, machineId, ...former }),
    })
  }
  if (machines.length === 0) return <p className={layout.muted}>{manages ? m.venues_no_machines_yet() : m.venues_no_machines()}</p>
  return (
    <>
      <List ordered className={layout.stack}>
        {machines.map(machine => {
          const { machineId, name, year, type, display, backglass, outOfOrderSince, note } = machine
          return (
            <AdminRow
              key={machineId}
              lead={
                <MachineThumb
                  name={name}
                  size="s"
                  type={type}
                  picture={backglass}
                  {...(year === null ? {} : { year })}
                  {...(display === null ? {} : { display })}
                />
              }
              title={
                <Link className={layout.link} href={href(machineId)}>
                  {name}
                </Link>
              }
              facts={
                <span className={layout.stack}>
                  {renderLeader(machineId)}
                  {outOfOrderSince !== undefined && (
                    <span className={layout.strong}>
                      {renderMessage(m.venues_out_of_order_since(), { when: () => <TimeAgo at={outOfOrderSince} /> })}
                    </span>
                  )}
                  {note !== undefined && <bdi>{note}</bdi>}
                </span>
              }
            >
              {manages && outOfOrderSince !== undefined && (
                <Button kind="plain" aria-label={m.venues_note_on({ machine: name })} onClick={() => setNoted(machine)}>
                  {m.venues_note()}
                </Button>
              )}
              {manages && (
                <Button
                  aria-label={outOfOrderSince === undefined ? m.venues_break_it({ machine: name }) : m.venues_mend_it({ machine: name })}
                  onClick={() => void switchState(machine)}
                >
                  {outOfOrderSince === undefined ? m.venues_break() : m.venues_mend()}
                </Button>
              )}
            </AdminRow>
          )
        })}
      </List>
      <FormError message={error} />
      <div role="status" className={layout.row3}>
        {done !== null && (
          <>
            <span>{done.outOfOrder ? m.venues_is_broken({ machine: done.name }) : m.venues_is_mended({ machine: done.name })}</span>
            <Button onClick={() => void run(done.undo, null)}>{m.ui_undo()}</Button>
          </>
        )}
      </div>
      {noted !== null && (
        <NoteDialog
          machine={noted}
          onClose={() => setNoted(null)}
          onSend={async note => {
            await set({ venueId, machineId: noted.machineId, outOfOrder: true, note })
            setNoted(null)
          }}
        />
      )}
    </>
  )
}

function NoteDialog({
  machine,
  onClose,
  onSend,
}: {
  machine: ShownVenueMachine
  onClose: () => void
  onSend: (note: string) => Promise<void>
}) {
  const form = useForm({ initial: { note: machine.note ?? '' }, send: ({ note }) => onSend(note) })
  return (
    <Dialog open title={m.venues_note_on({ machine: machine.name })} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.ui_save_changes()} wide>
        <TextField label={m.venues_note_label()} maxLength={200} autoComplete="off" {...form.field('note')} />
      </FormBody>
    </Dialog>
  )
}
