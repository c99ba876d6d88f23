import { use } from 'react'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import styles from '#groups/ui/groups.module.css'
import { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { browserTimeZone } from '#platform/ui/time/zoned-time.ts'
import { venuesAdd } from '#venues/contract.ts'
import { VenueForm } from '#venues/ui/VenueForm.tsx'
import { venuePath } from '#venues/ui/venue-path.ts'

/** Adds a venue, whose manager the user becomes. */
export function NewVenuePage() {
  return (
    <AppShell current="machines">
      <div className={styles.narrow}>
        <h1>{m.venues_new()}</h1>
        <NoScriptNotice purpose={m.venues_new_script()} />
        <RequireLogin path="/venues/new" reason={m.venues_new_sign_in()}>
          {() => <NewVenue />}
        </RequireLogin>
      </div>
    </AppShell>
  )
}

function NewVenue() {
  const add = useMethod(venuesAdd)
  const navigate = use(NavigateContext)
  const requestId = useRequestId()
  const { groups } = useManagedGroups()
  return (
    <VenueForm
      initial={{ name: '', place: '', timeZone: browserTimeZone(), description: '' }}
      action={m.venues_add()}
      groups={groups}
      onSend={async (values, groupId) => {
        const venue = { ...values, ...(groupId === '' ? {} : { groupId }) }
        const { slug } = await add({ _id: requestId(venue), ...venue })
        navigate?.(venuePath(slug))
      }}
    />
  )
}
