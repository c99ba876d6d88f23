import * as m from '#messages'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import type { Settings } from './use-settings.ts'

/** Whether administrators are told of newer releases. */
export function ReleasesForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      settings={settings}
      initial={{ releaseNotice: settings.releaseNotice.value }}
      fields={{ releaseNotice: 'releaseNotice' }}
      toPatch={({ releaseNotice }) => ({ releaseNotice })}
    >
      {form => (
        <>
          <Checkbox
            label={m.settings_releases()}
            hint={m.settings_releases_hint()}
            checked={form.values.releaseNotice}
            onChange={checked => form.set('releaseNotice', checked)}
          />
          <FormError message={form.field('releaseNotice').error ?? null} />
        </>
      )}
    </SettingsForm>
  )
}
