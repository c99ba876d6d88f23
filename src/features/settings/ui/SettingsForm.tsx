import { type ReactNode, useState } from 'react'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import type { SettingKey } from '#platform/settings/settings-schema.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { type Form, type FormProblems, useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { settingsUpdate } from '../contract.ts'
import { mapSettingServerError, omitFixedSettings, type Settings } from './use-settings.ts'

type Values = { [field: string]: string | boolean }
type Patch = { [Key in SettingKey]?: unknown }

interface SettingsFormProps<V extends Values> {
  settings: Settings
  initial: V
  /** the names of the fields, by the setting that they belong to */
  fields?: { [Key in SettingKey]?: keyof V & string }
  toPatch(values: V): Patch
  check?: (values: V) => FormProblems<V>
  /** where a problem belongs that the server tells; by default at the field of its setting */
  place?: (error: unknown) => FormProblems<V> | null
  onSaved?: (() => void) | undefined
  children(form: Form<V>): ReactNode
}

/** A form of some settings, which are saved together. Asks for the password where the server wants a fresh sign-in. */
export function SettingsForm<V extends Values>(props: SettingsFormProps<V>) {
  const {
    settings,
    initial,
    fields = {},
    toPatch,
    check,
    place = error => mapSettingServerError<V>(error, fields),
    onSaved,
    children,
  } = props
  const update = useMethod(settingsUpdate)
  const [saved, setSaved] = useState(false)
  const fresh = useFreshSignIn()
  const form = useForm<V>({
    initial,
    ...(check === undefined ? {} : { check }),
    async send(values) {
      setSaved(false)
      await fresh.run(() => update(omitFixedSettings(settings, toPatch(values)) as never))
      setSaved(true)
      form.reset()
      onSaved?.()
    },
    place,
  })
  // The environment sets everything that the form has.
  if (Object.keys(omitFixedSettings(settings, toPatch(initial))).length === 0) return children(form)
  const status = (
    <p role="status" className={layout.muted}>
      {saved && !form.isDirty ? m.ui_saved() : ''}
    </p>
  )
  return (
    <>
      <FormBody form={form} action={m.settings_save()} secondaryAction={status}>
        {children(form)}
      </FormBody>
      {fresh.dialog}
    </>
  )
}
