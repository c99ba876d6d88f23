import { useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { MAX_LINKED_SCORES, scoresLinkVenue, scoresUnlinkVenue, type VenueTextsDoc, venuesTexts } from '#scores/contract/venues.ts'

/** Offers to link the scores whose text says the name of the venue, and to take that back. */
export function VenueTexts({ venueId, name }: { venueId: string; name: string }) {
  const userId = useUserId()
  return userId === null ? null : <OwnTexts key={userId} venueId={venueId} name={name} />
}

function OwnTexts({ venueId, name }: { venueId: string; name: string }) {
  useSubscription(venuesTexts, { venueId })
  const scores = useDocument<VenueTextsDoc>('venueTexts', venueId)?.scores ?? 0
  const number = useFormatNumber()
  const [linked, setLinked] = useState<readonly string[]>([])
  const callLink = useMethod(scoresLinkVenue)
  const callUnlink = useMethod(scoresUnlinkVenue)
  const link = useAsyncAction(async () => {
    const { scoreIds } = await callLink({ venueId })
    setLinked(before => [...before, ...scoreIds])
  })
  const undo = useAsyncAction(async () => {
    for (let from = 0; from < linked.length; from += MAX_LINKED_SCORES)
      await callUnlink({ venueId, scoreIds: linked.slice(from, from + MAX_LINKED_SCORES) })
    setLinked([])
  })
  return (
    <>
      {linked.length > 0 && (
        <Notice
          kind="success"
          title={m.scores_venue_linked({ count: linked.length, n: number(linked.length) })}
          action={
            <Button busy={undo.busy} onClick={undo.start}>
              {m.ui_undo()}
            </Button>
          }
        >
          <FormError message={undo.error} />
        </Notice>
      )}
      {scores > 0 && (
        <Notice
          title={m.scores_venue_texts({ count: scores, n: number(scores), name })}
          action={
            <Button busy={link.busy} onClick={link.start}>
              {m.scores_venue_link()}
            </Button>
          }
        >
          {m.scores_venue_texts_words()}
          <FormError message={link.error} />
        </Notice>
      )}
    </>
  )
}
