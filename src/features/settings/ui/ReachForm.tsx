import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { SettingField } from './SettingField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

/** Who can open a site that has no address of its own. What is chosen holds from the next start of the server on. */
export function ReachForm({
  settings,
  reach: { by, addresses },
}: {
  settings: Settings
  reach: { by: 'computer' | 'network'; addresses: readonly string[] }
}) {
  const { listen } = settings
  const waits = listen.value !== by
  return (
    <SettingsForm settings={settings} initial={{ listen: listen.value as string }} fields={{}} toPatch={({ listen }) => ({ listen })}>
      {form => (
        <>
          <SettingField setting={listen}>
            <RadioList
              label={m.settings_reach()}
              value={form.values.listen}
              choices={[
                { value: 'computer', label: m.settings_reach_computer(), hint: m.settings_reach_computer_hint() },
                { value: 'network', label: m.settings_reach_network(), hint: m.settings_reach_network_hint() },
              ]}
              onChange={value => form.set('listen', value)}
            />
          </SettingField>
          {addresses.length > 0 && (
            <div className={cx(layout.stack1, styles.addresses)}>
              <p>{by === 'network' ? m.settings_reach_now() : m.settings_reach_then()}</p>
              <ul>
                {addresses.map(address => (
                  <li key={address}>
                    <a href={`${address}/`} dir="ltr">
                      {address}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {waits && <Notice kind="info">{m.settings_reach_restart()}</Notice>}
        </>
      )}
    </SettingsForm>
  )
}
