import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHydrated } from '#platform/ui/use-hydrated.ts'
import { useVenue } from '#venues/ui/use-venue.ts'
import { shortPath, venuePath } from '#venues/ui/venue-path.ts'
import styles from './venue-print.module.css'

/** A sheet of QR codes to cut out, one a machine: each opens the form for a score on this machine in this venue. */
export function VenuePrintPage({ params }: RouteMatch) {
  const slug = params.slug!
  const { live, venue, machines } = useVenue(slug)
  // The codes have the address of the site, which only the browser knows.
  const isHydrated = useHydrated()
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <AppShell current="machines" width="board" pageTitle={venue === undefined ? m.venues_print() : `${m.venues_print()} · ${venue.name}`}>
      {venue === undefined && live.state === 'pending' && <Skeleton kind="form" count={3} page />}
      {live.state === 'failed' && (
        <ErrorState page title={m.venues_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {venue !== undefined && (
        <div className={layout.stack4}>
          <div className={cx(layout.stack3, styles.screen)}>
            <div className={layout.between}>
              <Link href={venuePath(slug)}>{venue.name}</Link>
              <Button kind="primary" onClick={() => window.print()}>
                {m.venues_print()}
              </Button>
            </div>
            <LocalLinkNotice />
          </div>
          <h1 dir="auto">{venue.name}</h1>
          {machines.length === 0 && <EmptyState title={m.venues_print_none()} />}
          <List className={styles.codes}>
            {machines.map(({ machineId, name, code }) => (
              <li key={machineId} className={styles.code}>
                {isHydrated && (
                  <QrCode text={new URL(shortPath(slug, code), document.baseURI).href} label={m.venues_print_of({ machine: name })} />
                )}
                <strong className={layout.anywhere} dir="auto">
                  {name}
                </strong>
                <span dir="auto">{venue.name}</span>
                <span>{m.venues_print_words()}</span>
                <code className={layout.anywhere} dir="ltr">{`/v/${slug}/${code}`}</code>
              </li>
            ))}
          </List>
        </div>
      )}
    </AppShell>
  )
}
