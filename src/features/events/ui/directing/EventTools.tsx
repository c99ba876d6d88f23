import { useState } from 'react'
import { useCall } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { ConfirmDialog } from '../../../../platform/ui/ConfirmDialog.tsx'
import { Dialog } from '../../../../platform/ui/Dialog.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { FormBody } from '../../../accounts/ui/parts/FormBody.tsx'
import { useForm } from '../../../accounts/ui/parts/use-form.ts'
import { eventsCancel, eventsClose } from '../../contract/directing.ts'
import { eventsExport } from '../../contract/views.ts'
import type { Shown } from '../event.ts'
import styles from './directing.module.css'
import { Do, Trouble, useTell } from './doing.tsx'
import { download } from './download.ts'

/** What is done with the event as a whole. */
export function EventTools({ event, over }: { event: Shown; over: boolean }) {
  const { _id: eventId, name, state } = event
  const [close, take] = [useCall(eventsClose), useCall(eventsExport)]
  const [open, setOpen] = useState<'close' | 'cancel' | null>(null)
  const tell = useTell()
  const dismiss = (): void => setOpen(null)
  return (
    <>
      {!over && (
        <section className={styles.section} aria-label="Run it">
          <p className={styles.quiet}>
            {state === 'live'
              ? 'It ends by itself. Closing ends it now: the standings stay as they are from then on.'
              : 'It begins and ends by itself.'}
          </p>
          <div className={styles.ways}>
            <ButtonLink href={`/events/${eventId}/edit`}>Edit the event</ButtonLink>
            {state === 'live' && <Button onClick={() => setOpen('close')}>Close now</Button>}
            <Button kind="danger" onClick={() => setOpen('cancel')}>
              Cancel the event
            </Button>
          </div>
        </section>
      )}
      <section className={styles.section} aria-label="Export">
        <h2>Export</h2>
        <p className={styles.quiet}>
          A table of the result for spreadsheets, or everything there is, from which the standings can be worked out again.
        </p>
        <div className={styles.ways}>
          {(['csv', 'json'] as const).map(as => (
            <Do key={as} thing="export" said="The file is downloaded." work={async () => download(await take({ eventId, as }))}>
              Download {as.toUpperCase()}
            </Do>
          ))}
        </div>
        <Trouble thing="export" />
      </section>
      {open === 'close' && (
        <ConfirmDialog
          title={`Close ${name} now?`}
          yes="Yes, close it"
          no="Let it run"
          run={async () => {
            await close({ eventId })
            tell('The event is closed.')
          }}
          onClose={dismiss}
        >
          <p>Scores that were played before and arrive late wait here for you. It cannot be opened again.</p>
        </ConfirmDialog>
      )}
      {open === 'cancel' && <CancelDialog event={event} onClose={dismiss} />}
    </>
  )
}

/** Asks for the name, so that no event is cancelled by a slip. */
function CancelDialog({ event: { _id: eventId, name }, onClose }: { event: Shown; onClose: () => void }) {
  const cancel = useCall(eventsCancel)
  const tell = useTell()
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: typed.trim() === name ? undefined : `Type ${name} to be sure.` }),
    send: async () => {
      await cancel({ eventId })
      tell('The event is cancelled.')
      onClose()
    },
  })
  return (
    <Dialog open title={`Cancel ${name}?`} dismiss="Keep it" onClose={onClose}>
      <p>Everybody sees that it is cancelled, and no scores are taken any more. It cannot be undone.</p>
      <FormBody form={form} kind="danger" action="Cancel the event" wide>
        <TextField label={`Type “${name}” to be sure`} autoComplete="off" {...form.field('typed')} />
      </FormBody>
    </Dialog>
  )
}
