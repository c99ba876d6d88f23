import type { At } from '../../../../platform/live/route.ts'
import { ScriptNeeded } from '../../../accounts/ui/parts/ScriptNeeded.tsx'
import { SignedIn } from '../../../accounts/ui/parts/SignedIn.tsx'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { AdminFrame } from '../../../roles/ui/parts/AdminFrame.tsx'
import styles from '../directing/event-form.module.css'
import { NewEvent } from '../directing/NewEvent.tsx'

/** A new event, in the administration. */
export function AddEventPage() {
  return (
    <AdminFrame title="Add event" path="/admin/events/new">
      <div className={styles.stack}>
        <NewEvent groupId="" />
      </div>
    </AdminFrame>
  )
}

/** The same in the app, where those who run a group come from. */
export function NewEventPage({ query }: At) {
  const path = query.group === undefined ? '/events/new' : `/events/new?group=${encodeURIComponent(query.group)}`
  return (
    <AppShell current="events">
      <h1>New event</h1>
      <ScriptNeeded what="Making an event" />
      <div className={styles.stack}>
        <SignedIn path={path} words="Then the event is yours to direct.">
          {() => <NewEvent groupId={query.group ?? ''} />}
        </SignedIn>
      </div>
    </AppShell>
  )
}
