import * as m from '#messages'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'

/** The page for an address that does not exist. Its module is loaded only when it is needed. */
export function NotFoundPage() {
  return (
    <SimpleShell pageTitle={m.app_missing_head()}>
      <NotFoundText />
    </SimpleShell>
  )
}

/** The not-found page in the place of a neutral frame: the navigation around it stays where it was. */
export function NotFoundInFrame() {
  return (
    <AppShell current={null} pageTitle={m.app_missing_head()}>
      <NotFoundText />
    </AppShell>
  )
}

/** What the not-found page says, with its links. */
export function NotFoundText() {
  return (
    <ErrorState
      page
      title={m.app_missing_title()}
      action={
        <>
          <ButtonLink kind="primary" href="/">
            {m.ui_latest_scores()}
          </ButtonLink>
          <ButtonLink href="/machines">{m.ui_machines()}</ButtonLink>
        </>
      }
    >
      {m.app_missing_text()}
    </ErrorState>
  )
}
