import { useState } from 'react'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { VenueMachineDoc } from '#venues/contract.ts'
import { machineCodePath } from '#venues/ui/machine-code-path.ts'
import { useVenue } from '#venues/ui/use-venue.ts'
import styles from './venue-print.module.css'

/** QR codes to hang on the machines of a venue: each opens the form for a score on its machine there. */
export function VenuePrintPage({ params }: RouteMatch) {
  const slug = params.slug!
  const { live, venue, machines } = useVenue(slug)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <AppShell current={null} width="board" pageTitle={venue === undefined ? m.venues_print() : `${m.venues_print()} · ${venue.name}`}>
      {venue === undefined && live.state === 'pending' && <Skeleton kind="form" count={3} page />}
      {live.state === 'failed' && (
        <ErrorState page title={m.venues_codes_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {venue !== undefined && <Sheet slug={slug} name={venue.name} machines={machines} />}
    </AppShell>
  )
}

function Sheet({ slug, name, machines }: { slug: string; name: string; machines: readonly VenueMachineDoc[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const shown = machines.filter(({ machineId }) => !left.has(machineId))
  return (
    <div className={layout.stack4}>
      <div className={layout.between}>
        <h1 dir="auto">{name}</h1>
        <Button kind="primary" disabled={shown.length === 0} onClick={() => window.print()}>
          {m.venues_codes_button()}
        </Button>
      </div>
      <div className={styles.choice}>
        <LocalLinkNotice />
      </div>
      {machines.length === 0 && <EmptyState title={m.venues_codes_empty()}>{m.venues_codes_empty_words()}</EmptyState>}
      {machines.length > 0 && (
        <details className={styles.choice}>
          <summary className={layout.summary}>{m.venues_codes_machines()}</summary>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in all browsers */}
          <div className={layout.columns} role="group" aria-label={m.venues_codes_machines()}>
            {machines.map(machine => (
              <Checkbox
                key={machine.machineId}
                label={machine.name}
                checked={!left.has(machine.machineId)}
                onChange={on =>
                  setLeft(before => new Set(on ? [...before].filter(id => id !== machine.machineId) : [...before, machine.machineId]))
                }
              />
            ))}
          </div>
        </details>
      )}
      {machines.length > 0 && shown.length === 0 && <EmptyState title={m.venues_codes_none()}>{m.venues_codes_none_words()}</EmptyState>}
      <List className={layout.columns}>
        {shown.map(machine => (
          <li key={machine.machineId} className={cx(layout.stack2, layout.anywhere, styles.code)}>
            <MachineCode slug={slug} venueName={name} machine={machine} />
          </li>
        ))}
      </List>
    </div>
  )
}

function MachineCode({ slug, venueName, machine }: { slug: string; venueName: string; machine: VenueMachineDoc }) {
  const path = machineCodePath(slug, machine.code)
  // The server does not know under which address the reader's browser has the page.
  const address = typeof document === 'undefined' ? path : new URL(path, document.baseURI).href
  return (
    <>
      <QrCode text={address} label={m.venues_codes_code_of({ machine: machine.name })} />
      <h2 dir="auto">{machine.name}</h2>
      <p>{m.venues_codes_scan()}</p>
      <p className={layout.small}>{venueName}</p>
    </>
  )
}
