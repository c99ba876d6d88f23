import styles from '#admin/ui/admin.module.css'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsOne } from '#events/contract/publications.ts'
import type { KeyInfo } from '#keys/contract.ts'
import { RevokeKey } from '#keys/ui/RevokeKey.tsx'
import { SCOPE_WORDS } from '#keys/ui/scope-labels.ts'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { venuesCard } from '#venues/contract/card.ts'
import type { VenueDoc } from '#venues/contract.ts'

/** A key: its name and owner, what it may do and where, when it was made and used, and a button that revokes it. */
export function KeyItem({ info, onRevoked }: { info: KeyInfo; onRevoked: () => Promise<void> | void }) {
  const { keyId, name, begins, scopes, eventId, venueId, createdAt, lastUsedAt, expiresAt, owner } = info
  const { date } = useFormats()
  return (
    <li className={cx(layout.between, styles.item)}>
      <div className={cx(layout.stack1, layout.anywhere, entries.grow)}>
        <span>
          <bdi className={layout.strong}>{name}</bdi>{' '}
          {owner !== undefined &&
            renderMessage(m.keys_owner({ name: owner.username }), {
              who: text => <Link href={`/players/${encodeURIComponent(owner.username)}`}>{text}</Link>,
            })}
        </span>
        <span>{scopes.map(scope => SCOPE_WORDS[scope]()).join(m.ui_list_comma())}</span>
        {eventId !== undefined && <OnlyEvent eventId={eventId} />}
        {venueId !== undefined && <OnlyVenue venueId={venueId} />}
        <span className={cx(layout.quiet, styles.facts)}>
          <code dir="ltr">{begins}…</code>
          <span>{renderMessage(m.keys_made(), { ago: () => <TimeAgo at={createdAt} /> })}</span>
          <span>{lastUsedAt === null ? m.keys_never() : renderMessage(m.keys_used(), { ago: () => <TimeAgo at={lastUsedAt} /> })}</span>
          {expiresAt !== null && <span>{m.keys_until({ date: date(expiresAt) })}</span>}
        </span>
      </div>
      <RevokeKey keyId={keyId} name={name} onRevoked={onRevoked} />
    </li>
  )
}

/** The event to which a key is limited. One that was removed has no name any more. */
function OnlyEvent({ eventId }: { eventId: string }) {
  useSubscription(eventsOne, { eventId })
  const event = useDocument<EventDoc>('events', eventId)
  return <Only name={event?.name ?? m.keys_only_event_unknown()} path={event === undefined ? null : `/events/${eventId}`} />
}

/** The venue to which a key is limited. */
function OnlyVenue({ venueId }: { venueId: string }) {
  useSubscription(venuesCard, { venueId })
  const venue = useDocument<VenueDoc>('venues', venueId)
  return (
    <Only
      name={venue?.name ?? m.keys_only_venue_unknown()}
      path={venue === undefined ? null : `/venues/${encodeURIComponent(venue.slug)}`}
    />
  )
}

function Only({ name, path }: { name: string; path: string | null }) {
  return <span>{renderMessage(m.keys_only({ name }), { link: text => (path === null ? text : <Link href={path}>{text}</Link>) })}</span>
}
