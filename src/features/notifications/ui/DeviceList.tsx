import { DeviceRow } from '#accounts/ui/devices/DeviceRow.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import layout from '#platform/ui/styles/layout.module.css'
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
      <List className={layout.stack}>
        {devices.map(device => (
          <DeviceRow
            key={device._id}
            device={device.browser}
            here={device.endpoint === own ? m.notifications_devices_here() : null}
            at={device.createdAt}
          >
            <Button
              aria-label={m.notifications_devices_remove_one({ device: device.browser })}
              busy={busy}
              onClick={() => onRemove(device)}
            >
              {m.ui_remove()}
            </Button>
          </DeviceRow>
        ))}
      </List>
    </div>
  )
}
