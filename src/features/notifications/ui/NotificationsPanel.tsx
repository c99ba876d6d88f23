import { useUserId } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { errorMessage, useConnection, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { type NotificationSettingsDoc, notificationsMine, type PushDeviceDoc } from '../contract.ts'
import { NotificationSettings } from './NotificationSettings.tsx'

/** On the page of the user's account: what the user is notified of while the site is closed, and on which devices. */
export function NotificationsPanel() {
  const userId = useUserId()
  const live = useSubscription(notificationsMine, {})
  const { retry } = useConnection()
  const settings = useDocument<NotificationSettingsDoc>('notificationSettings', userId)
  const devices = useDocuments<PushDeviceDoc, (PushDeviceDoc & { _id: string })[]>(
    'pushDevices',
    all => all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
    [],
  )
  return (
    <Panel title={m.notifications_panel()}>
      {settings !== undefined ? (
        <NotificationSettings settings={settings} devices={devices} />
      ) : live.state === 'failed' ? (
        <ErrorState title={m.notifications_panel_failed()} onRetry={retry}>
          {errorMessage(live.error)}
        </ErrorState>
      ) : (
        <Skeleton kind="form" />
      )}
    </Panel>
  )
}
