import { useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useConnection, useMethod } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../../platform/ui/form/Checkbox.tsx'
import { FormError } from '../../../platform/ui/form/FormError.tsx'
import {
  type NotificationKind,
  type NotificationSettingsDoc,
  notificationsSet,
  notificationsSubscribe,
  notificationsUnsubscribe,
  type PushDeviceDoc,
} from '../contract.ts'
import { DeviceList } from './DeviceList.tsx'
import { pushErrorLabel, pushStateLabel } from './labels.ts'
import styles from './notifications.module.css'
import { type Ability, ability, ownEndpoint, PushTrouble, subscribeHere, unsubscribeHere } from './push-subscription.ts'

export interface NotificationSettingsProps {
  settings: NotificationSettingsDoc
  devices: readonly (PushDeviceDoc & { _id: string })[]
}

/** The user's preferences, the state of this browser, and the user's devices. */
export function NotificationSettings({ settings, devices }: NotificationSettingsProps) {
  const set = useMethod(notificationsSet)
  const subscribe = useMethod(notificationsSubscribe)
  const unsubscribe = useMethod(notificationsUnsubscribe)
  const connected = useConnection().status.status === 'connected'
  /** null: not determined yet */
  const [here, setHere] = useState<{ able: Ability; endpoint: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const last = useRef(Promise.resolve(true))

  const look = useCallback(async () => setHere({ able: ability(), endpoint: await ownEndpoint().catch(() => null) }), [])
  useEffect(() => void look(), [look])

  const on = here?.able === 'off' && devices.some(({ endpoint }) => endpoint === here.endpoint)
  const wanted = settings.beaten || settings.starts || settings.moderated

  /** Runs actions one after the other. @returns false if the action failed */
  const during = (run: () => Promise<unknown>): Promise<boolean> => {
    last.current = last.current.then(() => carryOut(run))
    return last.current
  }
  const carryOut = async (run: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      if (!connected) throw new Error(m.notifications_here_offline())
      await run()
      return true
    } catch (problem) {
      setError(
        problem instanceof PushTrouble
          ? pushErrorLabel(problem.trouble)
          : connected
            ? errorMessage(problem)
            : m.notifications_here_offline(),
      )
      return false
    } finally {
      await look()
      setBusy(false)
    }
  }
  const turnOnHere = async (): Promise<unknown> => subscribe(await subscribeHere(settings.publicKey))

  const press = (kind: NotificationKind, to: boolean): Promise<unknown> =>
    during(async () => {
      // A user who has other devices already may not want messages on this one.
      if (to && !on && devices.length === 0) await turnOnHere()
      await set({ [kind]: to })
    })

  const remove = async ({ endpoint }: PushDeviceDoc): Promise<void> => {
    const gone = await during(async () => {
      await unsubscribe({ endpoint })
      if (endpoint === here?.endpoint) await unsubscribeHere()
    })
    if (gone) status.current?.focus()
  }
  return (
    <div className={styles.settings} aria-busy={busy}>
      <fieldset className={styles.switches}>
        <legend>{m.notifications_kinds()}</legend>
        <Checkbox label={m.notifications_kinds_beaten()} checked={settings.beaten} onChange={to => void press('beaten', to)} />
        <Checkbox label={m.notifications_kinds_starts()} checked={settings.starts} onChange={to => void press('starts', to)} />
        <Checkbox label={m.notifications_kinds_moderated()} checked={settings.moderated} onChange={to => void press('moderated', to)} />
      </fieldset>
      <FormError message={error} />
      <p ref={status} tabIndex={-1} className={styles.status} role="status">
        {connected ? here !== null && pushStateLabel(on ? 'on' : here.able) : m.notifications_here_offline()}
      </p>
      {wanted && here?.able === 'off' && !on && (
        <div>
          <Button busy={busy} onClick={() => void during(turnOnHere)}>
            {m.notifications_here_turn_on()}
          </Button>
        </div>
      )}
      {devices.length > 0 && (
        <DeviceList devices={devices} own={here?.endpoint ?? null} busy={busy} onRemove={device => void remove(device)} />
      )}
      {devices.length === 0 && <p className={styles.quiet}>{m.notifications_devices_none()}</p>}
    </div>
  )
}
