import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { venuesEdit, venuesRemove } from '#venues/contract.ts'
import type { ShownVenue } from '#venues/ui/use-venue.ts'
import { VenueForm } from '#venues/ui/VenueForm.tsx'

/** Changes what a venue's managers fill in, or removes the venue. */
export function EditVenueDialog({
  venue,
  onClose,
  onRemoved,
}: {
  venue: ShownVenue
  onClose: () => void
  /** tells that the user has removed the venue */
  onRemoved: () => void
}) {
  const edit = useMethod(venuesEdit)
  const remove = useMethod(venuesRemove)
  const [isAsking, setIsAsking] = useState(false)
  const { _id: venueId, name, place, timeZone, description } = venue
  return (
    <Dialog open title={m.venues_edit()} onClose={onClose}>
      <VenueForm
        initial={{ name, place, timeZone, description }}
        action={m.ui_save_changes()}
        onSend={async values => {
          await edit({ venueId, ...values })
          onClose()
        }}
      />
      <Button wide onClick={() => setIsAsking(true)}>
        {m.venues_remove()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.venues_remove_title()}
          confirmLabel={m.venues_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await remove({ venueId })
            onRemoved()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{m.venues_remove_words()}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
