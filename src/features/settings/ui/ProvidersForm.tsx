import { useState } from 'react'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { type LoginProviderView, settingsUpdate } from '../contract.ts'
import { checkProvider, EMPTY_PROVIDER, PROVIDER_KINDS, PROVIDER_NAMES, type ProviderFields, toProvider } from './provider-fields.ts'
import { RemoveSetting } from './RemoveSetting.tsx'
import { SettingField } from './SettingField.tsx'
import styles from './settings.module.css'
import { environmentVariable, mapSettingServerError, type Settings } from './use-settings.ts'

/** What the server keeps of a provider that stays: its secret is left out, and stays too. */
const unchanged = ({ clientSecret: _, ...provider }: LoginProviderView) => provider

/** The providers by which people may sign in. The secrets of the site's clients can be set, but are never shown. */
export function ProvidersForm({ settings }: { settings: Settings }) {
  const [adding, setAdding] = useState(false)
  const providers = settings.loginProviders.value
  const isFixed = environmentVariable(settings.loginProviders) !== null
  return (
    <div className={layout.stack4}>
      <SettingField setting={settings.loginProviders}>
        {providers.length === 0 ? (
          <p className={layout.muted}>{m.settings_providers_none()}</p>
        ) : (
          <List>
            {providers.map(provider => (
              <ProviderRow key={provider.service} provider={provider} all={providers} />
            ))}
          </List>
        )}
      </SettingField>
      {adding && <AddForm all={providers} onDone={() => setAdding(false)} />}
      {!adding && !isFixed && (
        <div className={layout.row3}>
          <Button onClick={() => setAdding(true)}>{m.settings_providers_add()}</Button>
        </div>
      )}
    </div>
  )
}

function ProviderRow({ provider, all }: { provider: LoginProviderView; all: readonly LoginProviderView[] }) {
  const { service, label } = provider
  return (
    <li className={cx(layout.between, layout.anywhere, styles.provider)}>
      <span>
        <strong>{label}</strong> <span className={layout.muted}>{`/_oauth/${service}`}</span>
      </span>
      <RemoveSetting
        label={m.ui_remove()}
        name={m.ui_remove_name({ name: label })}
        title={m.ui_remove_name_ask({ name: label })}
        patch={{ loginProviders: all.filter(each => each !== provider).map(unchanged) }}
      >
        {m.settings_providers_remove_words()}
      </RemoveSetting>
    </li>
  )
}

/** The address that a provider sends browsers back to; the server of the app on phones has another one than the page. */
const redirectAddress = (service: string): string => new URL(`/_oauth/${service || '…'}`, document.baseURI).href

function AddForm({ all, onDone }: { all: readonly LoginProviderView[]; onDone: () => void }) {
  const update = useMethod(settingsUpdate)
  const fresh = useFreshSignIn()
  const form = useForm<ProviderFields>({
    initial: EMPTY_PROVIDER,
    check: checkProvider,
    async send(values) {
      const added = toProvider(values)
      const others = all.filter(({ service }) => service !== added.service).map(unchanged)
      await fresh.run(() => update({ loginProviders: [...others, added] }))
      onDone()
    },
    place: error => mapSettingServerError<ProviderFields>(error, { loginProviders: 'clientId' }),
  })
  const { kind } = form.values
  return (
    <>
      <FormBody
        form={form}
        action={m.settings_providers_save()}
        secondaryAction={
          <Button kind="plain" onClick={onDone}>
            {m.ui_cancel()}
          </Button>
        }
      >
        <Select
          label={m.settings_providers_kind()}
          value={kind}
          choices={PROVIDER_KINDS.map(value => ({
            value,
            label: value === 'other' ? m.settings_providers_other() : PROVIDER_NAMES[value],
          }))}
          onChange={value => form.set('kind', value)}
        />
        {kind === 'other' && (
          <>
            <div className={layout.columns}>
              <TextField label={m.settings_providers_label()} hint={m.settings_providers_label_hint()} {...form.field('label')} />
              <TextField
                label={m.settings_providers_service()}
                hint={m.settings_providers_service_hint()}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="none"
                {...form.field('service')}
              />
            </div>
            <TextField
              label={m.settings_providers_issuer()}
              hint={m.settings_providers_issuer_hint()}
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              {...form.field('issuer')}
            />
          </>
        )}
        <TextField label={m.settings_providers_client()} dir="ltr" autoComplete="off" {...form.field('clientId')} />
        {kind === 'apple' ? (
          <>
            <div className={layout.columns}>
              <TextField label={m.settings_providers_team()} dir="ltr" autoComplete="off" {...form.field('teamId')} />
              <TextField label={m.settings_providers_key()} dir="ltr" autoComplete="off" {...form.field('keyId')} />
            </div>
            <TextArea label={m.settings_providers_private_key()} dir="ltr" autoComplete="off" {...form.field('clientSecret')} />
          </>
        ) : (
          <PasswordField label={m.settings_providers_secret()} autoComplete="new-password" {...form.field('clientSecret')} />
        )}
        <p className={layout.muted}>{m.settings_providers_redirect({ address: redirectAddress(toProvider(form.values).service) })}</p>
      </FormBody>
      {fresh.dialog}
    </>
  )
}
