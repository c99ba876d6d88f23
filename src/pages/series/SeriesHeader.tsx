import { type ReactNode, use, useState } from 'react'
import { type GroupDoc, groupsOne } from '#groups/contract.ts'
import * as m from '#messages'
import { useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { seriesRemove } from '#series/contract/calls.ts'
import { ruleSentences } from '#series/ui/rule-labels.ts'
import { nightCount, seriesHref } from '#series/ui/series-labels.ts'
import type { ShownNight, ShownSeries } from '#series/ui/use-series.ts'
import type { FinalsDialogProps } from './FinalsDialog.tsx'
import type { NightsDialogProps } from './NightsDialog.tsx'

// Only those who run the season need them.
const NightsDialog = lazyComponent<NightsDialogProps>(async () => (await import('./NightsDialog.tsx')).NightsDialog)
const FinalsDialog = lazyComponent<FinalsDialogProps>(async () => (await import('./FinalsDialog.tsx')).FinalsDialog)
const EditSeriesDialog = lazyComponent<{ series: ShownSeries; onClose: () => void }>(
  async () => (await import('./EditSeriesDialog.tsx')).EditSeriesDialog,
)

type DialogName = 'nights' | 'finals' | 'edit' | 'remove'

/** The head of a season's page: its name, whose it is, how it is added up, and what those who run it can do. */
export function SeriesHeader({ series, nights, isManager }: { series: ShownSeries; nights: readonly ShownNight[]; isManager: boolean }) {
  const { _id: seriesId, name, slug, description, groupId } = series
  useSubscription(groupsOne, groupId === undefined ? null : { groupId })
  const group = useDocument<GroupDoc>('groups', groupId ?? null)
  // Files are served by plain HTTP without a login, so only seasons that everybody may see have one.
  const hasFile = groupId === undefined || group?.visibility === 'public'
  const remove = useMethod(seriesRemove)
  const navigate = use(NavigateContext)
  const [open, setOpen] = useState<DialogName | null>(null)
  const close = (): void => setOpen(null)
  const dialogs: Record<DialogName, () => ReactNode> = {
    nights: () => <NightsDialog series={series} nights={nights} onClose={close} />,
    finals: () => <FinalsDialog series={series} onClose={close} />,
    edit: () => <EditSeriesDialog series={series} onClose={close} />,
    remove: () => (
      <ConfirmDialog
        title={m.series_remove_ask()}
        confirmLabel={m.series_remove()}
        cancelLabel={m.series_remove_no()}
        onConfirm={async () => {
          await remove({ seriesId })
          navigate?.(groupId === undefined ? '/events' : `/groups/${groupId}`)
        }}
        onClose={close}
      >
        <p>{m.series_remove_words()}</p>
      </ConfirmDialog>
    ),
  }
  return (
    <header className={layout.stack3}>
      <h1>{name}</h1>
      <p className={layout.facts}>
        <span className={layout.muted}>{nightCount(nights.length)}</span>
        {groupId !== undefined && <Link href={`/groups/${groupId}`}>{group?.name ?? m.events_its_group()}</Link>}
        {hasFile && (
          <a href={`${seriesHref(slug)}.csv`} download>
            {m.events_results_table()}
          </a>
        )}
      </p>
      {description !== '' && <p dir="auto">{description}</p>}
      <p className={layout.muted}>{ruleSentences(series).join(' ')}</p>
      {isManager && (
        <div className={layout.row3}>
          <Button kind="primary" onClick={() => setOpen('nights')}>
            {m.series_nights_choose()}
          </Button>
          <Button onClick={() => setOpen('finals')}>{m.series_finals()}</Button>
          <Button onClick={() => setOpen('edit')}>{m.series_edit()}</Button>
          <Button kind="plain" onClick={() => setOpen('remove')}>
            {m.series_remove()}
          </Button>
        </div>
      )}
      {open !== null && dialogs[open]()}
    </header>
  )
}
