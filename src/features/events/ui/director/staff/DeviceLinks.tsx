import { useState } from 'react'
import { v7 } from 'uuid'
import { eventsDeviceLink, eventsDevices, eventsEndDevice } from '#events/contract/devices.ts'
import type { EventDeviceDoc } from '#events/contract/documents.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { KioskDialog } from '#platform/ui/kiosk/KioskDialog.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { AdminRow } from '../AdminRow.tsx'
import { ActionButton, ActionError } from '../action-area.tsx'
import styles from '../director.module.css'

type Device = EventDeviceDoc & { _id: string }

/** The devices that keep scores without an account: a list, and a dialog with a QR code for another one. */
export function DeviceLinks({ event, isOver }: { event: ShownEvent; isOver: boolean }) {
  const { _id: eventId } = event
  const end = useMethod(eventsEndDevice)
  useSubscription(eventsDevices, { eventId })
  const devices = useDocuments<EventDeviceDoc, Device[]>(
    'eventDevices',
    documents => documents.filter(each => each.eventId === eventId).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    [eventId],
  )
  const [linking, setLinking] = useState<'desk' | 'kiosk' | null>(null)
  if (isOver && devices.length === 0) return null
  return (
    <section className={cx(layout.stack3, layout.minor)} aria-labelledby="devices">
      <h2 id="devices">{m.events_device_links()}</h2>
      <p className={layout.quiet}>{m.events_device_links_words()}</p>
      {devices.length > 0 && (
        <List className={styles.people} aria-labelledby="devices">
          {devices.map(({ _id, browser, createdAt, openedAt, kiosk }) => (
            <AdminRow
              key={_id}
              title={browser ?? m.events_device_unopened()}
              facts={
                <span>
                  {kiosk && m.ui_kiosk_title()} <TimeAgo at={openedAt ?? createdAt} />
                </span>
              }
              error={<ActionError subjectId={_id} />}
            >
              <ActionButton
                subjectId={_id}
                label={m.events_device_end_one({ name: browser ?? m.events_device_unopened() })}
                doneMessage={m.events_device_ended()}
                action={() => end({ eventId, deviceId: _id })}
              >
                {m.events_device_end()}
              </ActionButton>
            </AdminRow>
          ))}
        </List>
      )}
      {!isOver && (
        <div className={cx(layout.row2, styles.actions)}>
          <Button onClick={() => setLinking('desk')}>{m.events_device_link()}</Button>
          <Button onClick={() => setLinking('kiosk')}>{m.ui_kiosk_set_up()}</Button>
        </div>
      )}
      {linking === 'desk' && <LinkDialog event={event} onClose={() => setLinking(null)} />}
      {linking === 'kiosk' && <EventKioskDialog event={event} onClose={() => setLinking(null)} />}
    </section>
  )
}

function LinkDialog({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  return (
    <Dialog open title={m.events_device_link()} onClose={onClose}>
      <DeviceLink event={event} label={m.events_device_link_of({ name: event.name })} />
    </Dialog>
  )
}

function EventKioskDialog({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  return (
    <KioskDialog
      words={m.events_kiosk_words()}
      link={code => <DeviceLink event={event} kioskCode={code} label={m.events_kiosk_link_of({ name: event.name })} />}
      onClose={onClose}
    />
  )
}

/** The QR code of a new device link. */
function DeviceLink({ event: { _id: eventId }, label, kioskCode }: { event: ShownEvent; label: string; kioskCode?: string }) {
  const [id] = useState(() => v7())
  const { result, error } = useMethodResult(eventsDeviceLink, { _id: id, eventId, ...(kioskCode === undefined ? {} : { kioskCode }) })
  return (
    <div className={cx(styles.claim, styles.codeOnly)} aria-busy={result === null && error === null}>
      <p>{m.events_device_link_words()}</p>
      <FormError message={error} />
      {result !== null && (
        <>
          <QrCode text={result.url} label={label} />
          {kioskCode !== undefined && (
            <a className={layout.strong} href={result.url}>
              {m.ui_kiosk_here()}
            </a>
          )}
        </>
      )}
    </div>
  )
}
