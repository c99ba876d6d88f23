import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { useConnection } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox, type Option } from '#platform/ui/controls/Combobox.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { useVenueSearch } from '#venues/ui/use-venue-search.ts'
import { filterByName } from '../queue/filter-recent.ts'
import type { PickedVenue } from './kept-venues.ts'

export interface ScoreVenueFieldProps {
  venue: PickedVenue | null
  /** offered before the player types, and without a connection */
  recent: readonly PickedVenue[]
  /** @param venue null: the score was played in none, or the player does not say */
  onPick: (venue: PickedVenue | null) => void
}

/** Where a score was played: the name of the venue, and a search to choose another one. */
export function ScoreVenueField({ venue, recent, onPick }: ScoreVenueFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  // Who opens the search sees at once what there is to choose; when it is closed, the field that had the focus is gone.
  useEffect(() => {
    if (isOpen) field.current?.querySelector('input')?.click()
    else if (wasOpen.current) field.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const pick = (picked: PickedVenue | null): void => {
    onPick(picked)
    setOpen(false)
  }
  if (isOpen) {
    return (
      <div ref={field} className={layout.stack2}>
        <VenueSearch recent={recent} onPick={pick} />
        <Button kind="plain" onClick={() => setOpen(false)}>
          {m.ui_cancel()}
        </Button>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row in all browsers
    <div ref={field} className={layout.line2} role="group" aria-label={m.scores_venue()}>
      {venue === null ? (
        <span className={layout.strong}>{m.scores_venue()}</span>
      ) : (
        // Two small lines, so that a long name has room and nothing moves when it comes.
        <span className={cx(layout.stack, layout.oneLine)}>
          <span className={layout.small}>{m.scores_venue()}</span>
          <span className={layout.oneLine}>{venue.name}</span>
        </span>
      )}
      <Button kind="plain" onClick={() => setOpen(true)}>
        {venue === null ? m.scores_venue_choose() : m.scores_venue_change()}
      </Button>
      {venue !== null && (
        <Button kind="plain" aria-label={m.ui_remove()} onClick={() => pick(null)}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}

function VenueSearch({ recent, onPick }: Pick<ScoreVenueFieldProps, 'recent'> & { onPick: (venue: PickedVenue) => void }) {
  const [text, setText] = useState('')
  const connected = useConnection().status.status === 'connected'
  const { found, loading, failed } = useVenueSearch(connected ? text : '')
  const here = filterByName(recent, text)
  const ids = new Set(here.map(({ venueId }) => venueId))
  const venues: (PickedVenue & { place?: string })[] = [...here, ...found.filter(({ venueId }) => !ids.has(venueId))]
  const options = venues.map((each): Option => ({ id: each.venueId, name: each.name, detail: each.place }))
  return (
    <Combobox
      label={m.scores_venue()}
      value={text}
      options={options}
      loading={loading}
      error={failed ? m.venues_page_failed() : undefined}
      autoFocus
      hint={connected ? m.scores_venue_hint() : m.scores_venue_hint_offline()}
      onTextChange={setText}
      onPick={({ id }) => {
        const picked = venues.find(({ venueId }) => venueId === id)
        if (picked !== undefined) onPick({ venueId: id, slug: picked.slug, name: picked.name })
      }}
    />
  )
}
