import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import styles from '#groups/ui/groups.module.css'
import * as m from '#messages'
import type { RouteMatch } from '#platform/live/route.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'

// With it come the schemas of events, which only the form needs.
const NewSeries = lazyComponent<{ groupId: string }>(async () => (await import('./NewSeries.tsx')).NewSeries)

/** Makes a season of a group that the user runs, or for users whose roles allow it, of the site. */
export function NewSeriesPage({ query }: RouteMatch) {
  const path = query.group === undefined ? '/series/new' : `/series/new?group=${encodeURIComponent(query.group)}`
  return (
    <AppShell current="events">
      <div className={styles.narrow}>
        <h1>{m.series_new()}</h1>
        <NoScriptNotice purpose={m.series_new_script()} />
        <RequireLogin path={path} reason={m.series_new_sign_in()}>
          {() => <NewSeries groupId={query.group ?? ''} />}
        </RequireLogin>
      </div>
    </AppShell>
  )
}
