import { RouterProvider } from '@tanstack/react-router'
import { SessionContext } from '../features/accounts/ui/parts/account.ts'
import type { AccountSession } from '../features/accounts/ui/session.ts'
import { LiveContext } from '../platform/live/hooks.ts'
import { MissingContext } from '../platform/live/missing.tsx'
import type { LiveSource } from '../platform/live/source.ts'
import { NavigateContext } from '../platform/ui/navigate.ts'
import { NotFound } from './not-found.tsx'
import type { createPages } from './routes.tsx'

type Router = ReturnType<typeof createPages>

/** Everything a page stands in; the same tree on both sides. @param session null on the server */
export function Root({ router, source, session }: { router: Router; source: LiveSource; session: AccountSession | null }) {
  const navigate = session === null ? undefined : (href: string): void => void router.navigate({ href })
  return (
    <LiveContext value={source}>
      <SessionContext value={session}>
        <NavigateContext value={navigate}>
          <MissingContext value={NotFound}>
            <RouterProvider router={router} />
          </MissingContext>
        </NavigateContext>
      </SessionContext>
    </LiveContext>
  )
}
