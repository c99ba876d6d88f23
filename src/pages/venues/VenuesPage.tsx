import { type ReactNode, useState } from 'react'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import styles from '#groups/ui/groups.module.css'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHydrated } from '#platform/ui/use-hydrated.ts'
import { type VenueDoc, venuesList, venuesMine } from '#venues/contract.ts'
import type { ShownVenue } from '#venues/ui/use-venue.ts'
import { useVenueSearch } from '#venues/ui/use-venue-search.ts'
import { venuePath } from '#venues/ui/venue-path.ts'
import { VENUES_PER_PAGE, venuesInput } from './query-params.ts'

/** The user's own venues, a search, and all public ones, newest first. */
export function VenuesPage({ query }: RouteMatch) {
  const { before } = query
  const { state: account, userId } = useAccount()
  const live = useSubscription(venuesList, venuesInput(query))
  useSubscription(venuesMine, userId === null || before !== undefined ? null : {})
  const all = useDocuments<VenueDoc, ShownVenue[]>('venues', documents => [...documents].sort((a, b) => b.receipt - a.receipt), [])
  const from = all.find(each => each._id === before)?.receipt ?? Number.POSITIVE_INFINITY
  const venues = all.filter(each => each.receipt < from).slice(0, VENUES_PER_PAGE)
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState('')
  const { found, loading, failed } = useVenueSearch(typed, VENUES_PER_PAGE)
  const signedIn = account === 'in' || account === 'busy'
  return (
    <AppShell current="machines">
      <div className={cx(layout.between, styles.head)}>
        <h1>{before === undefined ? m.ui_venues() : m.venues_page_older()}</h1>
        <ButtonLink kind="primary" href={signedIn ? '/venues/new' : withReturnPath('/sign-in', '/venues/new')}>
          {m.venues_new()}
        </ButtonLink>
      </div>
      <p className={layout.lead}>{m.venues_page_about()}</p>
      {before === undefined && (
        <TextField
          label={m.venues_find()}
          type="search"
          autoComplete="off"
          maxLength={100}
          readOnly={!isHydrated}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {typed.trim() !== '' ? (
        <div role="status">
          {found.length === 0 ? (
            !loading && <EmptyState title={failed ? m.venues_page_failed() : m.ui_no_results()} />
          ) : (
            <VenueRows venues={found.map(({ slug, name, place }) => ({ slug, name, place }))} label={m.venues_found()} />
          )}
        </div>
      ) : (
        <>
          {live.state === 'pending' && venues.length === 0 && <Skeleton kind="score-card" count={4} />}
          {live.state === 'failed' && <ErrorState title={m.venues_page_failed()}>{errorMessage(live.error)}</ErrorState>}
          {live.state === 'ready' && venues.length === 0 && (
            <EmptyState title={before === undefined ? m.venues_page_none() : m.ui_list_end()} />
          )}
          {venues.length > 0 && (
            <VenueRows
              venues={venues.map(({ slug, name, place, machineCount }) => ({
                slug,
                name,
                place,
                count: m.venues_machine_count({ count: machineCount, n: plainNumber(machineCount) }),
              }))}
              label={m.ui_venues()}
            />
          )}
          <nav className={layout.links} aria-label={m.venues_page_pager()}>
            {before !== undefined && <Link href="/venues">{m.venues_page_newest()}</Link>}
            {/* A venue of a private group, which only its members see, is no row of the list that goes on. */}
            {venues.length === VENUES_PER_PAGE && (
              <Link href={`/venues?before=${(venues.findLast(each => each.groupId === undefined) ?? venues.at(-1)!)._id}`}>
                {m.venues_page_older()}
              </Link>
            )}
          </nav>
        </>
      )}
    </AppShell>
  )
}

interface Row {
  slug: string
  name: string
  place: string
  count?: ReactNode
}

function VenueRows({ venues, label }: { venues: readonly Row[]; label: string }) {
  return (
    <List className={styles.list} aria-label={label}>
      {venues.map(({ slug, name, place, count }) => (
        <li key={slug} className={styles.row}>
          <span />
          <div className={layout.stack}>
            <h2 className={styles.name}>
              <Link className={cx(layout.oneLine, layout.cover, styles.open)} href={venuePath(slug)}>
                {name}
              </Link>
            </h2>
            {place !== '' && <p className={cx(layout.oneLine, styles.description)}>{place}</p>}
          </div>
          {count !== undefined && <p className={styles.members}>{count}</p>}
        </li>
      ))}
    </List>
  )
}
