import * as m from '#messages'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { TimeAgo } from '../../../platform/ui/time/TimeAgo.tsx'
import type { PushDeviceDoc } from '../contract.ts'
import styles from './notifications.module.css'

export interface DeviceListProps {
  devices: readonly (PushDeviceDoc & { _id: string })[]
  /** endpoint of this browser; null: it has none */
  own: string | null
  busy: boolean
  onRemove: (device: PushDeviceDoc) => void
}

/** Lists the devices that receive the user's messages. */
export function DeviceList({ devices, own, busy, onRemove }: DeviceListProps) {
  return (
    <div>
      <h3 className={styles.heading}>{m.notifications_devices()}</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.devices} role="list">
        {devices.map(device => (
          <li key={device._id} className={styles.device}>
            <span className={styles.words}>
              <strong>{device.browser}</strong>
              {device.endpoint === own ? (
                <span className={styles.here}>{m.notifications_devices_here()}</span>
              ) : (
                <TimeAgo at={device.createdAt} />
              )}
            </span>
            <Button
              aria-label={m.notifications_devices_remove_one({ device: device.browser })}
              busy={busy}
              onClick={() => onRemove(device)}
            >
              {m.notifications_devices_remove()}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
