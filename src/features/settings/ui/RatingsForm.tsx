import * as m from '#messages'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import type { Settings } from './use-settings.ts'

/** Whether players are rated. */
export function RatingsForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      settings={settings}
      initial={{ ratings: settings.ratings.value }}
      fields={{ ratings: 'ratings' }}
      toPatch={({ ratings }) => ({ ratings })}
    >
      {form => (
        <>
          <Checkbox
            label={m.settings_ratings()}
            hint={m.settings_ratings_hint()}
            checked={form.values.ratings}
            onChange={checked => form.set('ratings', checked)}
          />
          <FormError message={form.field('ratings').error ?? null} />
        </>
      )}
    </SettingsForm>
  )
}
