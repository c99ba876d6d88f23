import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { FormBody } from '../../../../platform/ui/form/FormBody.tsx'
import { TextArea } from '../../../../platform/ui/form/TextArea.tsx'
import { TextField } from '../../../../platform/ui/form/TextField.tsx'
import { useForm } from '../../../../platform/ui/form/use-form.ts'
import { eventsVoid } from '../../contract/attempts.ts'
import { fromLocalInput, toLocalInput } from '../form/zoned-time.ts'
import type { ShownEvent } from '../types.ts'
import { useTell } from './action-area.tsx'
import styles from './directing.module.css'

const MINUTE = 60_000

export interface VoidDialogProps {
  event: ShownEvent
  /** one attempt, or the attempts of a time window on a machine; `name`: a label for either */
  what: { attemptId: string; name: string } | { machineId: string; name: string }
  onClose: () => void
}

/** Dialog that takes scores out of the standings and asks for the reason. */
export function VoidDialog({ event: { _id: eventId, timeZone }, what, onClose }: VoidDialogProps) {
  const take = useMethod(eventsVoid)
  const tell = useTell()
  const ofMachine = 'machineId' in what
  const [initial] = useState(() => {
    // Rounded up to the next full minute, so that scores of a moment ago are included.
    const next = Math.ceil((Date.now() + 1) / MINUTE) * MINUTE
    return { from: toLocalInput(new Date(next - 30 * MINUTE), timeZone), to: toLocalInput(new Date(next), timeZone), reason: '' }
  })
  /** The id of the last request. Sending the same void again reuses it. */
  const sent = useRef<{ id: string; text: string } | null>(null)
  const form = useForm({
    initial,
    check: ({ from, to }) => {
      if (!ofMachine) return {}
      const [first, last] = [fromLocalInput(from, timeZone), fromLocalInput(to, timeZone)]
      const late = first !== null && last !== null && last <= first
      return {
        from: first === null ? m.events_void_no_from() : undefined,
        to: last === null ? m.events_void_no_until() : late ? m.events_void_early() : undefined,
      }
    },
    send: async ({ from, to, reason }) => {
      const input = {
        eventId,
        what: ofMachine
          ? { machineId: what.machineId, from: fromLocalInput(from, timeZone)!, to: fromLocalInput(to, timeZone)! }
          : { attemptId: what.attemptId },
        reason,
      }
      const text = JSON.stringify(input)
      if (sent.current?.text !== text) sent.current = { id: v7(), text }
      await take({ _id: sent.current.id, ...input })
      tell(ofMachine ? m.events_void_all_done() : m.events_void_done())
      onClose()
    },
  })
  return (
    <Dialog open title={ofMachine ? m.events_machines_void_on({ machine: what.name }) : m.events_void_title()} onClose={onClose}>
      {!ofMachine && <p>{what.name}</p>}
      <p className={styles.quiet}>{ofMachine ? m.events_void_all_words() : m.events_void_words()}</p>
      <FormBody form={form} kind="danger" action={ofMachine ? m.events_void_all_action() : m.events_void_action()} wide>
        {ofMachine && (
          <div className={styles.pair}>
            <TextField label={m.events_void_from()} type="datetime-local" {...form.field('from')} />
            <TextField label={m.events_void_until()} type="datetime-local" hint={timeZone.replaceAll('_', ' ')} {...form.field('to')} />
          </div>
        )}
        <TextArea label={m.events_void_why()} maxLength={300} {...form.field('reason')} />
      </FormBody>
    </Dialog>
  )
}
