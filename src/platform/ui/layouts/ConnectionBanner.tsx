import { isDeviceOffline, useAnswers, useConnection } from '#platform/live/hooks.ts'
import { OfflineBanner } from './OfflineBanner.tsx'

/** The banner with the state of this page's connection. */
export function ConnectionBanner() {
  const { status, retry } = useConnection()
  const answers = useAnswers()
  const isConnected = status.status === 'connected'
  const retryInMs = status.status === 'waiting' ? Math.max(0, status.retryAt - Date.now()) : undefined
  return (
    <OfflineBanner
      status={(isConnected ? answers : isDeviceOffline() && 'offline') || status.status}
      retryInMs={retryInMs}
      onRetry={status.status === 'failed' ? () => window.location.reload() : retry}
    />
  )
}
