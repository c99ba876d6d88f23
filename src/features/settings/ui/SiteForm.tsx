import { useState } from 'react'
import * as m from '#messages'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { timeZoneChoices } from '#platform/ui/time/zoned-time.ts'
import { SettingField } from './SettingField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

/** The default accent colour, which the colour picker begins with. */
const DEFAULT_ACCENT = '#ffb02e'

/** What the site is called, what it looks like, and how the people who run it are reached. */
export function SiteForm({ settings, onSaved }: { settings: Settings; onSaved?: () => void }) {
  const [zones] = useState(() => timeZoneChoices(settings.timeZone.value))
  return (
    <SettingsForm
      settings={settings}
      initial={{
        name: settings.name.value,
        tagline: settings.tagline.value,
        accentColor: settings.accentColor.value ?? '',
        contact: settings.contact.value ?? '',
        timeZone: settings.timeZone.value,
      }}
      fields={{ name: 'name', tagline: 'tagline', accentColor: 'accentColor', contact: 'contact', timeZone: 'timeZone' }}
      toPatch={({ name, tagline, accentColor, contact, timeZone }) => ({
        name,
        tagline,
        accentColor: accentColor.trim() === '' ? null : accentColor.trim(),
        contact: contact.trim() === '' ? null : contact.trim(),
        timeZone,
      })}
      onSaved={onSaved}
    >
      {form => (
        <>
          <SettingField setting={settings.name}>
            <TextField label={m.settings_name()} hint={m.settings_name_hint()} maxLength={40} autoComplete="off" {...form.field('name')} />
          </SettingField>
          <SettingField setting={settings.tagline}>
            <TextField label={m.settings_tagline()} maxLength={120} autoComplete="off" {...form.field('tagline')} />
          </SettingField>
          <SettingField setting={settings.accentColor}>
            <TextField
              label={m.settings_colour()}
              hint={m.settings_colour_hint()}
              dir="ltr"
              placeholder={DEFAULT_ACCENT}
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              {...form.field('accentColor')}
              beside={
                <input
                  className={styles.colour}
                  type="color"
                  aria-label={m.settings_colour_pick()}
                  value={/^#[0-9a-f]{6}$/i.test(form.values.accentColor) ? form.values.accentColor : DEFAULT_ACCENT}
                  onChange={({ target }) => form.set('accentColor', target.value)}
                />
              }
            />
          </SettingField>
          <SettingField setting={settings.contact}>
            <TextField
              label={m.settings_contact()}
              hint={m.settings_contact_hint()}
              dir="ltr"
              inputMode="email"
              autoComplete="off"
              {...form.field('contact')}
            />
          </SettingField>
          <SettingField setting={settings.timeZone}>
            <Select
              label={m.ui_time_zone()}
              hint={m.settings_time_zone_hint()}
              value={form.values.timeZone}
              choices={zones}
              error={form.field('timeZone').error}
              onChange={zone => form.set('timeZone', zone)}
            />
          </SettingField>
        </>
      )}
    </SettingsForm>
  )
}
