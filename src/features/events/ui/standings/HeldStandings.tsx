import { eventsHoldStandings } from '#events/contract/admin.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { ActionButton, ActionError } from '../director/action-area.tsx'

/** In place of standings that are held back. */
export function HeldStandings() {
  return <EmptyState title={m.events_standings_held()}>{m.events_standings_held_words()}</EmptyState>
}

/** Tells those who direct an event that nobody else sees its standings, which they show with one tap. It stands in an `ActionArea`. */
export function HeldNotice({ eventId }: { eventId: string }) {
  const hold = useMethod(eventsHoldStandings)
  return (
    <div>
      <Notice
        title={m.events_standings_held_title()}
        action={
          <ActionButton
            subjectId="held standings"
            kind="primary"
            doneMessage={m.events_standings_shown()}
            action={() => hold({ eventId, held: false })}
          >
            {m.events_standings_show()}
          </ActionButton>
        }
      >
        {m.events_standings_held_director()}
      </Notice>
      <ActionError subjectId="held standings" />
    </div>
  )
}
