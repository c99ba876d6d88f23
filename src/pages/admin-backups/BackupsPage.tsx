import { v7 } from 'uuid'
import { type BackupDoc, type BackupScheduleDoc, backupsBegin, backupsList } from '#backups/contract.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { SettingsLoader } from '#settings/ui/SettingsLoader.tsx'
import { BackupItem } from './BackupItem.tsx'
import { BackupSettingsForm } from './BackupSettingsForm.tsx'
import styles from './backups.module.css'
import { RestoreInstructions } from './RestoreInstructions.tsx'

type Backup = BackupDoc & { _id: string }

/** Backups of the site: the newest ones, how to make and restore them, and when they are made by themselves. */
export function BackupsPage() {
  const backups = useDocuments<BackupDoc, Backup[]>(
    'backups',
    documents => [...documents].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1)),
    [],
  )
  const newest = backups.find(({ state }) => state === 'done')
  return (
    <AdminGuard title={m.ui_backups()} path="/admin/backups">
      <p className={layout.lead}>{m.backups_lead()}</p>
      <div className={cx(layout.stack5, styles.columns)}>
        <div className={layout.stack5}>
          <Panel title={m.backups_list()}>
            <Backups backups={backups} />
          </Panel>
          <Panel title={m.backups_restore()}>
            <RestoreInstructions file={newest?.file ?? null} />
          </Panel>
        </div>
        <Panel title={m.backups_settings()}>
          <SettingsLoader>{settings => <BackupSettingsForm settings={settings} />}</SettingsLoader>
        </Panel>
      </div>
    </AdminGuard>
  )
}

function Backups({ backups }: { backups: Backup[] }) {
  const live = useSubscription(backupsList, {})
  if (live.state === 'failed') return <ErrorState title={m.backups_unavailable()}>{errorMessage(live.error)}</ErrorState>
  return (
    <div className={cx(layout.stack4, entries.flush)}>
      <BeginButton busy={backups.some(({ state }) => state === 'queued' || state === 'running')} />
      {live.state === 'pending' && backups.length === 0 && <Skeleton kind="board-row" count={3} />}
      {live.state === 'ready' && backups.length === 0 && <EmptyState title={m.backups_none()}>{m.backups_none_text()}</EmptyState>}
      {backups.length > 0 && (
        <List className={layout.stack}>
          {backups.map(backup => (
            <BackupItem key={backup._id} backup={backup} />
          ))}
        </List>
      )}
    </div>
  )
}

function BeginButton({ busy }: { busy: boolean }) {
  const begin = useMethod(backupsBegin)
  const schedule = useDocument<BackupScheduleDoc>('backupSchedule', 'site')
  const { dateTime } = useFormats()
  const { busy: isSending, error, start } = useAsyncAction(() => begin({ _id: v7() }))
  const next = schedule?.nextRun ?? null
  const time = next === null ? '' : dateTime(next)
  return (
    <>
      <FormError message={error} />
      <div className={cx(layout.row, styles.begin)}>
        <Button kind="primary" busy={isSending} disabled={busy} onClick={start}>
          {m.backups_begin()}
        </Button>
        {schedule !== undefined && <p className={layout.quiet}>{next === null ? m.backups_no_schedule() : m.backups_next({ time })}</p>}
      </div>
    </>
  )
}
