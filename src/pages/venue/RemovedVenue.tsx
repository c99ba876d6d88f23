import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { venuesRestore } from '#venues/contract.ts'

/** What is shown in place of a venue that the user has just removed: the way back. */
export function RemovedVenue({ venueId, name, onRestored }: { venueId: string; name: string; onRestored: () => void }) {
  const restore = useMethod(venuesRestore)
  const { busy, error, start } = useAsyncAction(async () => {
    await restore({ venueId })
    onRestored()
  })
  return (
    <AppShell current="machines">
      <div className={layout.stack4}>
        <p role="status">{m.venues_removed({ name })}</p>
        <div className={layout.row3}>
          <Button busy={busy} onClick={start}>
            {m.ui_undo()}
          </Button>
          <Link href="/venues">{m.ui_venues()}</Link>
        </div>
        <FormError message={error} />
      </div>
    </AppShell>
  )
}
