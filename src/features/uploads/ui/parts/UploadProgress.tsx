import { Button } from '../../../../platform/ui/Button.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import styles from './UploadProgress.module.css'
import type { UploadStatus } from './upload.ts'

export interface UploadProgressProps {
  status: UploadStatus
  /** 0 to 1 */
  progress: number
  onCancel(): void
  onRetry?: (() => void) | undefined
  /** what went wrong, in a sentence */
  error?: string | null | undefined
}

const WORDS: Readonly<Record<UploadStatus, string>> = {
  idle: 'Not sent yet',
  authorizing: 'Asking …',
  authorized: 'Asking …',
  transferring: 'Sending',
  done: 'Sent',
  failed: 'Not sent',
  aborted: 'Stopped',
}

/** How a picture's sending is going, with a way to stop it and to try again. */
export function UploadProgress({ status, progress, onCancel, onRetry, error }: UploadProgressProps) {
  const percent = Math.floor(progress * 100)
  const over = status === 'failed' || status === 'aborted'
  const running = !over && status !== 'done' && status !== 'idle'
  return (
    <div className={styles.progress}>
      <p className={styles.words}>
        <span role="status">{WORDS[status]}</span>
        {status === 'transferring' && <span aria-hidden="true"> {percent} %</span>}
      </p>
      {!over && (
        <progress
          className={styles.bar}
          aria-label="Sending the picture"
          max={100}
          {...(status === 'transferring' || status === 'done' ? { value: percent } : {})}
        />
      )}
      {over && <FormError message={error} />}
      {running && (
        <Button kind="plain" className={styles.act} aria-label="Cancel sending the picture" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {over && onRetry !== undefined && (
        <Button className={styles.act} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
