import * as m from '#messages'
import type { RouteMatch } from '../../../../platform/live/route.ts'
import { NoScriptNotice } from '../../../accounts/ui/parts/NoScriptNotice.tsx'
import { RequireLogin } from '../../../accounts/ui/parts/RequireLogin.tsx'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { AdminGuard } from '../../../roles/ui/parts/AdminGuard.tsx'
import styles from '../directing/event-form.module.css'
import { NewEvent } from '../directing/NewEvent.tsx'

/** Page for a new event, in the administration. */
export function AddEventPage() {
  return (
    <AdminGuard title={m.events_add_page()} path="/admin/events/new">
      <div className={styles.stack}>
        <NewEvent groupId="" />
      </div>
    </AdminGuard>
  )
}

/** The same form outside the administration, for users who run a group. */
export function NewEventPage({ query }: RouteMatch) {
  const path = query.group === undefined ? '/events/new' : `/events/new?group=${encodeURIComponent(query.group)}`
  return (
    <AppShell current="events">
      <h1>{m.events_new_event()}</h1>
      <NoScriptNotice what={m.events_new_page_script()} />
      <div className={styles.stack}>
        <RequireLogin path={path} words={m.events_new_page_sign_in()}>
          {() => <NewEvent groupId={query.group ?? ''} />}
        </RequireLogin>
      </div>
    </AppShell>
  )
}
