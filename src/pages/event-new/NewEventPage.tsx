import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import styles from '#events/ui/form/event-form.module.css'
import { NewEvent } from '#events/ui/form/NewEvent.tsx'
import * as m from '#messages'
import type { RouteMatch } from '#platform/live/route.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'

/** Page for a new event outside the administration, for users who run a group. */
export function NewEventPage({ query }: RouteMatch) {
  const search = new URLSearchParams(query).toString()
  const path = search === '' ? '/events/new' : `/events/new?${search}`
  return (
    <AppShell current="events">
      <h1>{m.ui_add_event()}</h1>
      <NoScriptNotice purpose={m.events_new_page_script()} />
      <div className={styles.stack}>
        <RequireLogin path={path} reason={m.events_new_page_sign_in()}>
          {() => <NewEvent groupId={query.group ?? ''} from={query.from ?? ''} />}
        </RequireLogin>
      </div>
    </AppShell>
  )
}
