import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { ButtonLink } from '../../../../platform/ui/controls/ButtonLink.tsx'
import { ConfirmDialog } from '../../../../platform/ui/controls/ConfirmDialog.tsx'
import { Dialog } from '../../../../platform/ui/controls/Dialog.tsx'
import { FormBody } from '../../../../platform/ui/form/FormBody.tsx'
import { TextField } from '../../../../platform/ui/form/TextField.tsx'
import { useForm } from '../../../../platform/ui/form/use-form.ts'
import { eventsCancel, eventsClose } from '../../contract/admin.ts'
import { eventsExport } from '../../contract/publications.ts'
import type { ShownEvent } from '../types.ts'
import { ActionButton, ActionError, useTell } from './action-area.tsx'
import styles from './directing.module.css'
import { download } from './download-file.ts'

/** The director's actions on the whole event: edit, close, cancel, export. */
export function EventTools({ event, over }: { event: ShownEvent; over: boolean }) {
  const { _id: eventId, name, state } = event
  const [close, take] = [useMethod(eventsClose), useMethod(eventsExport)]
  const [open, setOpen] = useState<'close' | 'cancel' | null>(null)
  const tell = useTell()
  const dismiss = (): void => setOpen(null)
  return (
    <>
      {!over && (
        <section className={styles.section} aria-label={m.events_tools_run()}>
          <p className={styles.quiet}>{state === 'live' ? m.events_tools_live() : m.events_tools_begins()}</p>
          <div className={styles.ways}>
            <ButtonLink href={`/events/${eventId}/edit`}>{m.events_tools_edit()}</ButtonLink>
            {state === 'live' && <Button onClick={() => setOpen('close')}>{m.events_tools_close()}</Button>}
            <Button kind="danger" onClick={() => setOpen('cancel')}>
              {m.events_tools_cancel()}
            </Button>
          </div>
        </section>
      )}
      <section className={styles.section} aria-label={m.events_tools_export()}>
        <h2>{m.events_tools_export()}</h2>
        <p className={styles.quiet}>{m.events_tools_export_words()}</p>
        <div className={styles.ways}>
          {(['csv', 'json'] as const).map(as => (
            <ActionButton
              key={as}
              thing="export"
              said={m.events_tools_downloaded()}
              work={async () => download(await take({ eventId, as }))}
            >
              {m.events_tools_download({ format: as.toUpperCase() })}
            </ActionButton>
          ))}
        </div>
        <ActionError thing="export" />
      </section>
      {open === 'close' && (
        <ConfirmDialog
          title={m.events_close_title({ name })}
          yes={m.events_close_yes()}
          no={m.events_close_no()}
          run={async () => {
            await close({ eventId })
            tell(m.events_close_done())
          }}
          onClose={dismiss}
        >
          <p>{m.events_close_words()}</p>
        </ConfirmDialog>
      )}
      {open === 'cancel' && <CancelDialog event={event} onClose={dismiss} />}
    </>
  )
}

/** Asks the director to type the event's name, so that no event is cancelled by mistake. */
function CancelDialog({ event: { _id: eventId, name }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const cancel = useMethod(eventsCancel)
  const tell = useTell()
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: typed.trim() === name ? undefined : m.events_cancel_sure({ name }) }),
    send: async () => {
      await cancel({ eventId })
      tell(m.events_cancel_done())
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_cancel_title({ name })} dismiss={m.events_cancel_no()} onClose={onClose}>
      <p>{m.events_cancel_words()}</p>
      <FormBody form={form} kind="danger" action={m.events_tools_cancel()} wide>
        <TextField label={m.events_cancel_type({ name })} autoComplete="off" {...form.field('typed')} />
      </FormBody>
    </Dialog>
  )
}
