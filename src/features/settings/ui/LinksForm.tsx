import * as m from '#messages'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { parseLinks } from './parse-links.ts'
import { SettingField } from './SettingField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import type { Settings } from './use-settings.ts'

/** The links in every footer: one on each line, a name and an address. */
export function LinksForm({ settings, onSaved }: { settings: Settings; onSaved?: () => void }) {
  return (
    <SettingsForm
      settings={settings}
      initial={{ links: settings.socialLinks.value.map(({ text, href }) => `${text} ${href}`).join('\n') }}
      fields={{ socialLinks: 'links' }}
      toPatch={({ links }) => ({ socialLinks: parseLinks(links) })}
      onSaved={onSaved}
    >
      {form => (
        <SettingField setting={settings.socialLinks}>
          <TextArea
            label={m.settings_links()}
            hint={m.settings_links_hint()}
            rows={4}
            dir="ltr"
            spellCheck={false}
            {...form.field('links')}
          />
        </SettingField>
      )}
    </SettingsForm>
  )
}
