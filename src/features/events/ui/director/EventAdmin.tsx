import { use, useState } from 'react'
import { eventsCancel, eventsHoldStandings } from '#events/contract/admin.ts'
import { eventsExport } from '#events/contract/publications.ts'
import { isPlayedInRounds } from '#events/formats/registry.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ReportedGamesContext } from '../rounds/reported-games-context.ts'
import { useRounds } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import { useEvent } from '../use-event.ts'
import { ActionButton, ActionError, useAnnounce } from './action-area.tsx'
import styles from './director.module.css'
import { download } from './end/download-file.ts'
import { IfpaResults } from './end/IfpaResults.tsx'
import { NextEventLink } from './end/NextEventLink.tsx'
import { FeesDialog } from './fees/FeesDialog.tsx'
import { DeviceLinks } from './staff/DeviceLinks.tsx'
import { HandOver } from './staff/HandOver.tsx'
import { StaffAdmin } from './staff/StaffAdmin.tsx'

/** The director's actions on the whole event: edit, hand over, cancel, export. */
export function EventAdmin({ event, isOver }: { event: ShownEvent; isOver: boolean }) {
  const { _id: eventId, state } = event
  const hold = useMethod(eventsHoldStandings)
  const exportEvent = useMethod(eventsExport)
  const [openDialog, setOpenDialog] = useState<'hand-over' | 'cancel' | 'ifpa' | 'fees' | null>(null)
  const { isOwner } = useEvent(eventId)
  const reported = use(ReportedGamesContext)
  const dismiss = (): void => setOpenDialog(null)
  return (
    <>
      {state !== 'cancelled' && (
        <section className={cx(layout.stack3, layout.minor)} aria-labelledby="settings">
          <h2 id="settings">{m.ui_settings()}</h2>
          <div className={cx(layout.row2, styles.actions)}>
            {!isOver && <ButtonLink href={`/events/${eventId}/edit`}>{m.events_tools_edit()}</ButtonLink>}
            {!isOver && <NextEventLink eventId={eventId} />}
            <ButtonLink href={`/webhooks?event=${eventId}`}>{m.webhooks_link()}</ButtonLink>
            <Button onClick={() => setOpenDialog('fees')}>{m.events_fees()}</Button>
            {!event.standingsHeld && (
              <ActionButton
                subjectId="held standings"
                doneMessage={m.events_standings_hold_done()}
                action={() => hold({ eventId, held: true })}
              >
                {m.events_standings_hold()}
              </ActionButton>
            )}
            {isOwner && <Button onClick={() => setOpenDialog('hand-over')}>{m.events_state_hand_over()}</Button>}
            {!isOver && <Button onClick={() => setOpenDialog('cancel')}>{m.events_tools_cancel()}</Button>}
          </div>
          {!event.standingsHeld && <ActionError subjectId="held standings" />}
          {!isOver && event.venueId !== undefined && reported !== null && <reported.Settings event={event} />}
        </section>
      )}
      {state === 'cancelled' && (
        <div className={cx(layout.row2, styles.actions)}>
          <NextEventLink eventId={eventId} primary />
        </div>
      )}
      {state !== 'cancelled' && <StaffAdmin event={event} />}
      {state !== 'cancelled' && <DeviceLinks event={event} isOver={isOver} />}
      <section className={cx(layout.stack3, layout.minor)} aria-label={m.events_tools_export()}>
        <h2>{m.events_tools_export()}</h2>
        <p className={layout.quiet}>{m.events_tools_export_words()}</p>
        <OpenGamesNote event={event} />
        <div className={cx(layout.row2, styles.actions)}>
          {(['csv', 'json'] as const).map(as => (
            <ActionButton
              key={as}
              subjectId="export"
              doneMessage={m.events_tools_downloaded()}
              action={async () => download(await exportEvent({ eventId, as }))}
            >
              {m.events_tools_download({ format: as.toUpperCase() })}
            </ActionButton>
          ))}
          <Button onClick={() => setOpenDialog('ifpa')}>{m.events_ifpa_open()}</Button>
          <ButtonLink href={`/events/${eventId}/print`}>{m.events_print()}</ButtonLink>
        </div>
        <ActionError subjectId="export" />
      </section>
      {openDialog === 'fees' && <FeesDialog event={event} onClose={dismiss} />}
      {openDialog === 'ifpa' && <IfpaResults event={event} onClose={dismiss} />}
      {openDialog === 'hand-over' && <HandOver event={event} onClose={dismiss} />}
      {openDialog === 'cancel' && <CancelDialog event={event} onClose={dismiss} />}
    </>
  )
}

/** Says how many games are without a result, which the files then lack. */
function OpenGamesNote({ event: { _id: eventId, format } }: { event: ShownEvent }) {
  const { rounds } = useRounds(isPlayedInRounds(format.kind) ? eventId : null)
  const open = rounds.reduce((sum, round) => sum + (round.open ?? round.groups.filter(({ state }) => state !== 'confirmed').length), 0)
  return open === 0 ? null : <p className={layout.strong}>{m.events_ifpa_open_games({ count: open, n: open })}</p>
}

/** Asks the director to type the event's name, so that no event is cancelled by mistake. */
function CancelDialog({ event: { _id: eventId, name }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const cancel = useMethod(eventsCancel)
  const announce = useAnnounce()
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: typed.trim() === name ? undefined : m.ui_confirm_name_missing({ name }) }),
    send: async () => {
      await cancel({ eventId })
      announce(m.events_cancel_done())
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_cancel_title({ name })} dismiss={m.events_cancel_no()} onClose={onClose}>
      <p>{m.events_cancel_words()}</p>
      <FormBody form={form} kind="danger" action={m.events_tools_cancel()} wide>
        <TextField label={m.ui_confirm_name({ name })} autoComplete="off" {...form.field('typed')} />
      </FormBody>
    </Dialog>
  )
}
