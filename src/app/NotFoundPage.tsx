import { SimpleShell } from '../features/accounts/ui/parts/shells.tsx'
import { ButtonLink } from '../platform/ui/ButtonLink.tsx'
import { ErrorState } from '../platform/ui/ErrorState.tsx'

/** Its module is fetched only when it is needed. */
export function NotFoundPage() {
  return (
    <SimpleShell pageTitle="Nothing here · Skillshot">
      <ErrorState
        page
        title="Tilt. There is nothing here."
        action={
          <>
            <ButtonLink kind="primary" href="/">
              Latest scores
            </ButtonLink>
            <ButtonLink href="/machines">Machines</ButtonLink>
          </>
        }
      >
        The address may be mistyped, or what stood here was taken back.
      </ErrorState>
    </SimpleShell>
  )
}
