import { eventsCheckInCode } from '#events/contract/entrants.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import styles from '../director.module.css'

/** Dialog with a QR code by which players check themselves in on their own phones. */
export function CheckInCode({ event: { _id: eventId, name }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { result, error } = useMethodResult(eventsCheckInCode, { eventId })
  const path = result === null ? '' : `/events/check-in?code=${encodeURIComponent(result.code)}`
  return (
    <Dialog open title={m.events_check_in_code()} onClose={onClose}>
      <div className={styles.claim} aria-busy={result === null && error === null}>
        <p>{m.events_check_in_code_words()}</p>
        <FormError message={error} />
        {result !== null && (
          <>
            <QrCode text={new URL(path, document.baseURI).href} label={m.events_check_in_code_of({ name })} />
            <ShareLinks title={m.events_check_in_code_of({ name })} path={path} />
          </>
        )}
      </div>
    </Dialog>
  )
}
