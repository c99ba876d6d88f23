import { useState } from 'react'
import { eventsReopen } from '#events/contract/admin.ts'
import { formatRules } from '#events/formats/registry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { ActionButton, ActionError, useAnnounce } from '../action-area.tsx'
import styles from '../director.module.css'

/** Says that an event is finished, and lets its director reopen it. Where the clock ends the format, a dialog asks for the new end. */
export function ReopenEvent({ event }: { event: ShownEvent }) {
  const reopen = useMethod(eventsReopen)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className={styles.finished}>
        <strong>{m.events_state_finished_title()}</strong>
        <span>{m.events_state_finished_words()}</span>
      </p>
      {formatRules(event.format).endsByClock ? (
        <Button className={styles.statusAction} onClick={() => setAsking(true)}>
          {m.events_state_reopen()}
        </Button>
      ) : (
        <ActionButton subjectId="state" doneMessage={m.events_state_reopened()} action={() => reopen({ eventId: event._id })}>
          {m.events_state_reopen()}
        </ActionButton>
      )}
      <ActionError subjectId="state" />
      {asking && <NewEndDialog event={event} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Returns the end that the dialog proposes: one hour after now, in whole minutes. */
const proposeEnd = (now: number, timeZone: string): string => toLocalInput(new Date(now + 3_600_000), timeZone)

function NewEndDialog({ event: { _id: eventId, name, timeZone }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const reopen = useMethod(eventsReopen)
  const announce = useAnnounce()
  const [initial] = useState(() => ({ endsAt: proposeEnd(Date.now(), timeZone) }))
  const form = useForm({
    initial,
    check: ({ endsAt }) => {
      const end = fromLocalInput(endsAt, timeZone)
      return { endsAt: end === null ? m.events_end_missing() : end.getTime() <= Date.now() ? m.rule_future() : undefined }
    },
    send: async ({ endsAt }) => {
      await reopen({ eventId, endsAt: fromLocalInput(endsAt, timeZone)! })
      announce(m.events_state_reopened())
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_state_reopen_title({ name })} onClose={onClose}>
      <p>{m.events_state_reopen_words()}</p>
      <FormBody form={form} action={m.events_state_reopen()} wide>
        <TextField
          label={m.events_state_reopen_ends()}
          type="datetime-local"
          hint={timeZone.replaceAll('_', ' ')}
          {...form.field('endsAt')}
        />
      </FormBody>
    </Dialog>
  )
}
