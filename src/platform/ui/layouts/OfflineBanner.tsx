import { useEffect, useState } from 'react'
import * as m from '#messages'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { cx } from '../cx.ts'
import floating from './FloatingNotice.module.css'
import styles from './OfflineBanner.module.css'

export type LinkStatus = 'connected' | 'slow' | 'outdated' | 'connecting' | 'waiting' | 'offline' | 'failed'

const labels: Record<Exclude<LinkStatus, 'connected'>, () => string> = {
  slow: m.ui_link_slow,
  outdated: m.ui_link_outdated,
  connecting: m.ui_link_connecting,
  waiting: m.ui_link_waiting,
  offline: m.ui_link_offline,
  failed: m.ui_link_failed,
}

export type OfflineBannerProps = {
  status: LinkStatus
  /** Milliseconds until the next attempt, counted from when this number changed. */
  retryInMs?: number | undefined
  onRetry?: (() => void) | undefined
}

/** Shows the connection state. It floats over the page, so nothing moves, and appears after a delay, so a brief loss stays hidden. */
export function OfflineBanner({ status, retryInMs, onRetry }: OfflineBannerProps) {
  const seconds = useCountdown(status === 'waiting' ? retryInMs : undefined)
  const isUnderWay = status === 'connecting' || status === 'slow' || status === 'outdated'
  return (
    <div className={floating.place} role="status">
      {status !== 'connected' && (
        <div className={cx(floating.notice, styles.banner, styles[status])}>
          <Icon name={isUnderWay ? 'clock' : 'offline'} />
          <span className={floating.words}>{labels[status]()}</span>
          {onRetry && (status === 'waiting' || status === 'failed') && (
            <Button kind="plain" onClick={onRetry}>
              {status === 'failed' ? m.ui_link_reload() : m.ui_link_now()}
              {seconds !== null && (
                <span className={styles.seconds} aria-hidden="true">
                  {m.ui_link_seconds({ n: seconds })}
                </span>
              )}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function useCountdown(ms: number | undefined): number | null {
  const [left, setLeft] = useState(ms)
  useEffect(() => {
    setLeft(ms)
    if (ms === undefined) return
    const end = Date.now() + ms
    const timer = setInterval(() => setLeft(Math.max(0, end - Date.now())), 1000)
    return () => clearInterval(timer)
  }, [ms])
  return ms === undefined || left === undefined ? null : Math.ceil(left / 1000)
}
