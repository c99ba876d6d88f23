import * as m from '#messages'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'

/**
 * Shown instead of a page that needs the database while the database is unreachable. Rendered only on the server.
 * @param href address of the requested page
 */
export function UnavailablePage({ href }: { href: string }) {
  return (
    <SimpleShell>
      <ErrorState
        page
        title={m.app_away_title()}
        action={
          <ButtonLink kind="primary" href={href}>
            {m.ui_try_again()}
          </ButtonLink>
        }
      >
        {m.app_away_text()}
      </ErrorState>
    </SimpleShell>
  )
}
