import { use, useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useConnection, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import {
  NOTIFICATION_SWITCHES,
  type NotificationSettingsDoc,
  type NotificationSwitch,
  notificationsSet,
  notificationsSubscribe,
  notificationsUnsubscribe,
  type PushDeviceDoc,
} from '../contract.ts'
import { DeviceList } from './DeviceList.tsx'
import { pushErrorLabel, pushStateLabel, switchLabels } from './labels.ts'
import { type PushDevice, PushDeviceContext } from './push-device-context.ts'
import { type Ability, getPushAbility, ownEndpoint, PushSubscribeError, subscribeHere, unsubscribeHere } from './push-subscription.ts'

export interface NotificationSettingsProps {
  settings: NotificationSettingsDoc
  devices: readonly (PushDeviceDoc & { _id: string })[]
}

const thisBrowser: PushDevice = {
  service: null,
  ability: getPushAbility,
  endpoint: ownEndpoint,
  subscribe: subscribeHere,
  unsubscribe: unsubscribeHere,
}

/** The user's preferences, the state of this browser, and the user's devices. */
export function NotificationSettings({ settings, devices }: NotificationSettingsProps) {
  const set = useMethod(notificationsSet)
  const subscribe = useMethod(notificationsSubscribe)
  const unsubscribe = useMethod(notificationsUnsubscribe)
  const phone = use(PushDeviceContext)
  const device = phone ?? thisBrowser
  /** The app cannot be sent to if the server is not configured for it. */
  const isOffered = device.service === null || settings[device.service] === true
  const connected = useConnection().status.status === 'connected'
  /** null: not determined yet */
  const [browserState, setBrowserState] = useState<{ ability: Ability; endpoint: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const lastAction = useRef(Promise.resolve(true))

  const refresh = useCallback(
    async () =>
      setBrowserState({
        ability: isOffered ? await device.ability() : 'unsupported',
        endpoint: await device.endpoint().catch(() => null),
      }),
    [device, isOffered],
  )
  useEffect(() => void refresh(), [refresh])

  const isSubscribed = browserState?.ability === 'off' && devices.some(({ endpoint }) => endpoint === browserState.endpoint)
  const isAnySwitchOn = NOTIFICATION_SWITCHES.some(each => settings[each])

  /** Runs actions one after the other. @returns false if the action failed */
  const enqueue = (run: () => Promise<unknown>): Promise<boolean> => {
    lastAction.current = lastAction.current.then(() => execute(run))
    return lastAction.current
  }
  const execute = async (run: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      if (!connected) throw new Error(m.notifications_here_offline())
      await run()
      return true
    } catch (problem) {
      setError(
        problem instanceof PushSubscribeError
          ? pushErrorLabel(problem.reason)
          : connected
            ? errorMessage(problem)
            : m.notifications_here_offline(),
      )
      return false
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const subscribeThisBrowser = async (): Promise<unknown> => {
    if (!isOffered) throw new PushSubscribeError('unsupported')
    return subscribe(await device.subscribe(settings.publicKey))
  }

  const toggle = (name: NotificationSwitch, isOn: boolean): Promise<unknown> =>
    enqueue(async () => {
      // A user who has other devices already may not want messages on this one.
      if (isOn && !isSubscribed && devices.length === 0) await subscribeThisBrowser()
      await set({ [name]: isOn })
    })

  const remove = async ({ endpoint }: PushDeviceDoc): Promise<void> => {
    const removed = await enqueue(async () => {
      await unsubscribe({ endpoint })
      if (endpoint === browserState?.endpoint) await device.unsubscribe()
    })
    if (removed) status.current?.focus()
  }
  return (
    <div className={layout.stack4} aria-busy={busy}>
      <fieldset className={layout.stack}>
        <legend className={layout.legend}>{m.notifications_kinds()}</legend>
        {NOTIFICATION_SWITCHES.map(each => (
          <Checkbox key={each} label={switchLabels[each]()} checked={settings[each]} onChange={isOn => void toggle(each, isOn)} />
        ))}
      </fieldset>
      <FormError message={error} />
      <p ref={status} tabIndex={-1} role="status">
        {connected ? browserState !== null && pushStateLabel(isSubscribed ? 'on' : browserState.ability) : m.notifications_here_offline()}
      </p>
      {isAnySwitchOn && browserState?.ability === 'off' && !isSubscribed && (
        <div>
          <Button busy={busy} onClick={() => void enqueue(subscribeThisBrowser)}>
            {m.notifications_here_turn_on()}
          </Button>
        </div>
      )}
      {devices.length > 0 && (
        <DeviceList devices={devices} own={browserState?.endpoint ?? null} busy={busy} onRemove={device => void remove(device)} />
      )}
      {devices.length === 0 && <p className={layout.quiet}>{m.notifications_devices_none()}</p>}
    </div>
  )
}
