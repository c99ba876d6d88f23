import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import styles from './UploadProgress.module.css'
import type { UploadStatus } from './upload.ts'

export interface UploadProgressProps {
  status: UploadStatus
  /** 0 to 1 */
  progress: number
  onCancel(): void
  onRetry?: (() => void) | undefined
  /** a sentence that says what went wrong */
  error?: string | null | undefined
}

const STATUS_LABELS: Readonly<Record<UploadStatus, () => string>> = {
  idle: m.uploads_status_idle,
  authorizing: m.uploads_status_asking,
  authorized: m.uploads_status_asking,
  transferring: m.uploads_status_sending,
  done: m.uploads_status_done,
  failed: m.uploads_status_failed,
  aborted: m.uploads_status_aborted,
}

/** Shows the progress of an upload, with buttons to cancel it and to try again. */
export function UploadProgress({ status, progress, onCancel, onRetry, error }: UploadProgressProps) {
  const percent = Math.floor(progress * 100)
  const hasFailed = status === 'failed' || status === 'aborted'
  const running = !hasFailed && status !== 'done' && status !== 'idle'
  return (
    <div className={styles.progress}>
      <p className={styles.words}>
        <span role="status">{STATUS_LABELS[status]()}</span>
        {status === 'transferring' && <span aria-hidden="true">{` ${m.uploads_percent({ n: percent })}`}</span>}
      </p>
      {!hasFailed && (
        <progress
          className={styles.bar}
          aria-label={m.uploads_sending()}
          max={100}
          {...(status === 'transferring' || status === 'done' ? { value: percent } : {})}
        />
      )}
      {hasFailed && <FormError message={error} />}
      {running && (
        <Button kind="plain" className={styles.act} aria-label={m.uploads_cancel_label()} onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      )}
      {hasFailed && onRetry !== undefined && (
        <Button className={styles.act} onClick={onRetry}>
          {m.ui_try_again()}
        </Button>
      )}
    </div>
  )
}
