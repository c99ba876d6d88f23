import { type MachinePageDoc, machinePageId, machinesBrowse } from '#machines/contract/catalogue.ts'
import type { MachineDoc } from '#machines/contract/machines.ts'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import { browseHref, browseInput } from '#machines/ui/query-params.ts'
import { thumbFacts } from '#machines/ui/thumb-facts.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { CatalogueFilters } from './CatalogueFilters.tsx'
import styles from './machines.module.css'

/** One page of the catalogue, filtered and sorted as its address says. Everything works without JavaScript too. */
export function MachinesPage({ query }: RouteMatch) {
  const input = browseInput(query)
  const { text = '', page = 1, sort } = input
  const live = useSubscription(machinesBrowse, input)
  const result = useDocument<MachinePageDoc>('machinePages', machinePageId(input))
  const machines = useDocuments<MachineDoc, (MachineDoc & { _id: string })[]>(
    'machines',
    documents => {
      const byId = new Map(documents.map(each => [each._id, each]))
      return (result?.machineIds ?? []).flatMap(id => byId.get(id) ?? [])
    },
    [result],
  )
  const isFiltered =
    input.type !== undefined || input.manufacturer !== undefined || input.decade !== undefined || input.played !== undefined
  const unfiltered = browseHref({ text, sort })
  const pages = result === undefined ? 1 : Math.max(1, Math.ceil(result.total / result.pageSize))
  return (
    <AppShell current="machines" width="board">
      <div className={layout.between}>
        <h1>{m.ui_machines()}</h1>
        <Link href="/venues">{m.ui_venues()}</Link>
      </div>
      <CatalogueFilters input={input} />
      {result === undefined && live.state === 'pending' && <Skeleton kind="board-row" count={12} />}
      {live.state === 'failed' && <ErrorState title={m.machines_browse_failed()}>{errorMessage(live.error)}</ErrorState>}
      {result !== undefined && machines.length === 0 && (
        <EmptyState
          title={isFiltered ? m.machines_filter_none() : text === '' ? m.machines_browse_none() : m.ui_no_results_for({ text })}
          action={
            isFiltered ? (
              <ButtonLink href={unfiltered}>{m.machines_filters_clear()}</ButtonLink>
            ) : (
              <ButtonLink href="/machines">{m.ui_all_machines()}</ButtonLink>
            )
          }
        >
          {isFiltered ? m.machines_filter_widen() : text === '' ? undefined : m.machines_browse_fewer()}
        </EmptyState>
      )}
      {result !== undefined && machines.length > 0 && (
        <section className={layout.stack2}>
          <p className={cx(layout.quiet, layout.row, styles.count)} role="status">
            {m.ui_count_machines({ count: result.total, n: plainNumber(result.total) })}
            {isFiltered && (
              <Link className={layout.touch} href={unfiltered}>
                {m.machines_filters_clear()}
              </Link>
            )}
          </p>
          <List className={styles.list}>
            {machines.map(machine => (
              <li key={machine._id} className={styles.machine}>
                <MachineThumb name={machine.name} size="s" {...thumbFacts(machine)} />
                <span className={layout.stack}>
                  <Link
                    className={cx(layout.link, layout.cover, layout.anywhere, layout.strong, styles.name)}
                    href={`/machines/${machine._id}`}
                  >
                    {machine.name}
                  </Link>
                  <span className={cx(layout.oneLine, layout.quiet)}>
                    {machine.manufacturer}
                    {machine.year !== null && `${m.ui_list_comma()}${machine.year}`}
                  </span>
                </span>
                {machine.scores > 0 && (
                  <span className={cx(layout.quiet, styles.scores)}>
                    <span>{m.ui_count_scores({ count: machine.scores, n: plainNumber(machine.scores) })}</span>
                    {machine.lastPlayedAt !== undefined && (
                      <span>
                        <VisuallyHidden>{m.machines_last_played()} </VisuallyHidden>
                        <TimeAgo at={machine.lastPlayedAt} />
                      </span>
                    )}
                  </span>
                )}
              </li>
            ))}
          </List>
          {pages > 1 && (
            <nav className={cx(layout.row, styles.pager)} aria-label={m.machines_pages()}>
              {page > 1 && <ButtonLink href={browseHref({ ...input, page: page - 1 })}>{m.machines_pages_previous()}</ButtonLink>}
              <span className={cx(layout.quiet, layout.row, styles.count)}>{m.machines_pages_at({ page, pages })}</span>
              {page < pages && <ButtonLink href={browseHref({ ...input, page: page + 1 })}>{m.machines_pages_next()}</ButtonLink>}
            </nav>
          )}
        </section>
      )}
    </AppShell>
  )
}
