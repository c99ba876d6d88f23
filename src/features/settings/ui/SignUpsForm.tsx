import * as m from '#messages'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { SettingField } from './SettingField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import type { Settings } from './use-settings.ts'

/** Who may create an account, and who may invite others. */
export function SignUpsForm({ settings, onSaved }: { settings: Settings; onSaved?: () => void }) {
  return (
    <SettingsForm
      settings={settings}
      initial={{ signUps: settings.signUps.value as string, invitations: settings.invitations.value as string }}
      fields={{}}
      toPatch={({ signUps, invitations }) => ({ signUps, invitations })}
      onSaved={onSaved}
    >
      {form => (
        <>
          <SettingField setting={settings.signUps}>
            <RadioList
              label={m.settings_sign_ups()}
              value={form.values.signUps}
              choices={[
                { value: 'open', label: m.settings_sign_ups_open() },
                { value: 'invite', label: m.settings_sign_ups_invite() },
                { value: 'closed', label: m.settings_sign_ups_closed(), hint: m.settings_sign_ups_closed_hint() },
              ]}
              onChange={value => form.set('signUps', value)}
            />
          </SettingField>
          <SettingField setting={settings.invitations}>
            <RadioList
              label={m.settings_invitations()}
              value={form.values.invitations}
              choices={[
                { value: 'administrators', label: m.settings_invitations_administrators() },
                { value: 'players', label: m.ui_all_players() },
              ]}
              onChange={value => form.set('invitations', value)}
            />
          </SettingField>
        </>
      )}
    </SettingsForm>
  )
}
