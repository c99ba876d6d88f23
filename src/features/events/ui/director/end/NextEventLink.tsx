import { nextEventHref } from '#events/ui/event-url.ts'
import * as m from '#messages'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'

/** Leads to the form of a new event that begins with everything that this one has. */
export function NextEventLink({ eventId, primary = false }: { eventId: string; primary?: boolean }) {
  return (
    <ButtonLink kind={primary ? 'primary' : 'quiet'} href={nextEventHref(eventId)}>
      {m.events_next_link()}
    </ButtonLink>
  )
}
