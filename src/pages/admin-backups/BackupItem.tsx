import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import { formatBytes } from '#admin/ui/format-bytes.ts'
import { type BackupDoc, backupsDownload } from '#backups/contract.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { openDownload } from '#platform/ui/open-download.ts'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import styles from './backups.module.css'

function stateText({ state, bytes, error }: BackupDoc): string {
  if (state === 'running') return m.backups_running({ size: formatBytes(bytes) })
  if (state === 'queued') return error === undefined ? m.backups_queued() : m.backups_retrying({ error })
  if (state === 'failed') return error === undefined ? m.ui_failed() : `${m.ui_failed()}: ${error}`
  return formatBytes(bytes)
}

/** One backup: when, by whom, where, how large, and its download. */
export function BackupItem({ backup }: { backup: BackupDoc & { _id: string } }) {
  const { state, by, scheduledFor, target, file, createdAt } = backup
  const origin = by !== undefined ? m.backups_by({ name: by }) : scheduledFor !== undefined ? m.backups_scheduled() : m.backups_manual()
  return (
    <li className={cx(layout.between, entries.entry)}>
      <div className={entries.grow}>
        <p className={cx(styles.state, styles[state])}>
          {(state === 'done' || state === 'failed') && <Icon name={state === 'done' ? 'check' : 'warn'} />}
          <TimeAgo at={createdAt} />
          <span>{stateText(backup)}</span>
        </p>
        <p className={layout.quiet}>
          {origin} · {target === 'folder' ? m.backups_in_folder() : m.backups_in_s3()}
        </p>
        {state === 'done' && file !== undefined && (
          <p className={cx(layout.quiet, layout.anywhere, styles.file)} dir="ltr">
            {file}
          </p>
        )}
      </div>
      {state === 'done' && <DownloadButton backupId={backup._id} file={file ?? ''} />}
    </li>
  )
}

function DownloadButton({ backupId, file }: { backupId: string; file: string }) {
  const download = useMethod(backupsDownload)
  const fresh = useFreshSignIn()
  const { busy, error, start } = useAsyncAction(async () => openDownload((await fresh.run(() => download({ backupId }))).url))
  return (
    <div className={layout.stack2}>
      <FormError message={error} />
      <Button busy={busy} onClick={start} aria-label={m.backups_download_of({ file })}>
        {m.backups_download()}
      </Button>
      {fresh.dialog}
    </div>
  )
}
