import { type FormEvent, use } from 'react'
import * as m from '#messages'
import { MACHINE_TYPES, type MachineDoc, type MachinePageDoc, machinePageId, machinesBrowse } from '../../features/machines/contract.ts'
import { machineTypeLabel } from '../../features/machines/rules/backglass-style.ts'
import { MachineThumb, type ThumbFacts } from '../../features/machines/ui/MachineThumb.tsx'
import { browseInput } from '../../features/machines/ui/query-params.ts'
import { errorMessage, useDocument, useDocuments, useSubscription } from '../../platform/live/hooks.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { NavigateContext } from '../../platform/ui/controls/navigate.ts'
import { TextField } from '../../platform/ui/form/TextField.tsx'
import { AppShell } from '../../platform/ui/layouts/shells.tsx'
import { smallest } from '../../platform/ui/pictures/pictures.ts'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'
import styles from './machines.module.css'

/** One page of the catalogue, sorted by name and filtered by text and technology. Without JavaScript it works as a plain form. */
export function MachinesPage({ query }: RouteMatch) {
  const input = browseInput(query)
  const { text = '', type, page = 1 } = input
  const navigate = use(NavigateContext)
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
  const href = (change: { type?: string | undefined; page?: number }): string => getHref({ text, type, ...change })
  const search = (event: FormEvent<HTMLFormElement>): void => {
    if (navigate === undefined) return
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    navigate(getHref({ text: typeof typed === 'string' ? typed.trim() : '', type }))
  }
  const pages = result === undefined ? 1 : Math.max(1, Math.ceil(result.total / result.pageSize))
  return (
    <AppShell current="machines" width="board">
      <h1>{m.machines_browse_title()}</h1>
      <search>
        <form className={styles.search} action="/machines" onSubmit={search}>
          <TextField key={text} label={m.machines_browse_find()} name="q" type="search" defaultValue={text} autoComplete="off" />
          {type !== undefined && <input type="hidden" name="type" value={type} />}
          <Button type="submit">{m.machines_browse_search()}</Button>
        </form>
      </search>
      <nav className={styles.types} aria-label={m.machines_technology()}>
        <Link className={styles.type} href={href({ type: undefined })} current={type === undefined}>
          {m.machines_browse_all_types()}
        </Link>
        {MACHINE_TYPES.map(each => (
          <Link key={each} className={styles.type} href={href({ type: each })} current={each === type}>
            {machineTypeLabel[each]()}
          </Link>
        ))}
      </nav>
      {result === undefined && live.state === 'pending' && <Skeleton kind="board-row" count={12} />}
      {live.state === 'failed' && <ErrorState title={m.machines_browse_failed()}>{errorMessage(live.error)}</ErrorState>}
      {result !== undefined && machines.length === 0 && (
        <EmptyState
          title={text === '' ? m.machines_browse_none() : m.machines_browse_unknown({ text })}
          action={<ButtonLink href="/machines">{m.machines_browse_all()}</ButtonLink>}
        >
          {text === '' ? undefined : m.machines_browse_fewer()}
        </EmptyState>
      )}
      {result !== undefined && machines.length > 0 && (
        <>
          <p className={styles.count}>{m.machines_browse_count({ count: result.total, n: result.total })}</p>
          <ul className={styles.list}>
            {machines.map(machine => (
              <li key={machine._id} className={styles.machine}>
                <MachineThumb name={machine.name} size="s" {...thumbFacts(machine)} />
                <span className={styles.words}>
                  <Link className={styles.name} href={`/machines/${machine._id}`}>
                    {machine.name}
                  </Link>
                  <span className={styles.facts}>
                    {machine.manufacturer}
                    {machine.year !== null && `${m.ui_list_comma()}${machine.year}`}
                  </span>
                </span>
                <span className={styles.scores}>
                  {machine.scores === 0 ? '' : m.machines_browse_scores({ count: machine.scores, n: machine.scores })}
                </span>
              </li>
            ))}
          </ul>
          {pages > 1 && (
            <nav className={styles.pager} aria-label={m.machines_pages()}>
              {page > 1 && <ButtonLink href={href({ page: page - 1 })}>{m.machines_pages_previous()}</ButtonLink>}
              <span className={styles.count}>{m.machines_pages_at({ page, pages })}</span>
              {page < pages && <ButtonLink href={href({ page: page + 1 })}>{m.machines_pages_next()}</ButtonLink>}
            </nav>
          )}
        </>
      )}
    </AppShell>
  )
}

const thumbFacts = ({ year, type, display, backglass }: MachineDoc): ThumbFacts => ({
  type,
  picture: smallest(backglass),
  ...(year === null ? {} : { year }),
  ...(display === undefined ? {} : { display: display as NonNullable<ThumbFacts['display']> }),
})

function getHref({ text, type, page = 1 }: { text: string; type?: string | undefined; page?: number }): string {
  const query = new URLSearchParams()
  if (text !== '') query.set('q', text)
  if (type !== undefined) query.set('type', type)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/machines' : `/machines?${query}`
}
