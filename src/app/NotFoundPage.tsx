import * as m from '#messages'
import { ButtonLink } from '../platform/ui/controls/ButtonLink.tsx'
import { SimpleShell } from '../platform/ui/layouts/shells.tsx'
import { ErrorState } from '../platform/ui/states/ErrorState.tsx'

/** The page for an address that does not exist. Its module is loaded only when it is needed. */
export function NotFoundPage() {
  return (
    <SimpleShell pageTitle={m.app_missing_head()}>
      <ErrorState
        page
        title={m.app_missing_title()}
        action={
          <>
            <ButtonLink kind="primary" href="/">
              {m.app_missing_scores()}
            </ButtonLink>
            <ButtonLink href="/machines">{m.app_missing_machines()}</ButtonLink>
          </>
        }
      >
        {m.app_missing_text()}
      </ErrorState>
    </SimpleShell>
  )
}
