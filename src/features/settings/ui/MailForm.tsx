import { useState } from 'react'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { toLatinDigits } from '#platform/text/numbers.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { settingsSendTestMail, settingsUpdate, testMailRefused } from '../contract.ts'
import { DEFAULT_PORTS, type MailServerFields, toMailUrl } from './mail-url.ts'
import { RemoveSetting } from './RemoveSetting.tsx'
import { SettingField } from './SettingField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { environmentVariable, mapSettingServerError, type Settings } from './use-settings.ts'

/** an address that nobody has, as an example of what to enter */
const EXAMPLE = 'mail.example.com'

/** How mails are sent, with a message to try it. The password of the mail server can be set, but is never shown. */
export function MailForm({ settings }: { settings: Settings }) {
  const [changing, setChanging] = useState(false)
  const server = settings.mailUrl.value
  const isFixed = environmentVariable(settings.mailUrl) !== null
  return (
    <div className={layout.stack4}>
      <SettingField setting={settings.mailUrl}>
        <p className={layout.muted}>{server === null ? m.settings_mail_none() : m.settings_mail_by({ host: server.host })}</p>
      </SettingField>
      {changing ? (
        <ServerForm onDone={() => setChanging(false)} />
      ) : (
        !isFixed && <ServerButtons isSet={server !== null} onChange={() => setChanging(true)} />
      )}
      <SettingsForm
        settings={settings}
        initial={{ mailFrom: settings.mailFrom.value ?? '' }}
        fields={{ mailFrom: 'mailFrom' }}
        toPatch={({ mailFrom }) => ({ mailFrom: mailFrom.trim() === '' ? null : mailFrom.trim() })}
      >
        {form => (
          <SettingField setting={settings.mailFrom}>
            <TextField
              label={m.settings_mail_from()}
              hint={m.settings_mail_from_hint()}
              dir="ltr"
              autoComplete="off"
              {...form.field('mailFrom')}
            />
          </SettingField>
        )}
      </SettingsForm>
      <TestForm />
    </div>
  )
}

function ServerButtons({ isSet, onChange }: { isSet: boolean; onChange: () => void }) {
  return (
    <div className={layout.row3}>
      <Button onClick={onChange}>{isSet ? m.settings_mail_change() : m.admin_setup_mail()}</Button>
      {isSet && (
        <RemoveSetting label={m.settings_mail_remove()} title={m.settings_mail_remove_ask()} patch={{ mailUrl: null }}>
          {m.settings_mail_remove_words()}
        </RemoveSetting>
      )}
    </div>
  )
}

function ServerForm({ onDone }: { onDone: () => void }) {
  const update = useMethod(settingsUpdate)
  const fresh = useFreshSignIn()
  const initial: MailServerFields & { [field: string]: string } = { host: '', port: '', security: 'tls', user: '', password: '' }
  const form = useForm({
    initial,
    check: ({ host, port }) => ({
      host: /^[\w.-]+$/.test(host.trim()) ? undefined : m.settings_mail_host_problem(),
      port: /^\d{0,5}$/.test(toLatinDigits(port).trim()) ? undefined : m.rule_number(),
    }),
    async send(values) {
      const mailUrl = toMailUrl({ ...values, host: values.host.trim(), port: toLatinDigits(values.port).trim(), user: values.user.trim() })
      await fresh.run(() => update({ mailUrl }))
      onDone()
    },
    place: error => mapSettingServerError<MailServerFields>(error, { mailUrl: 'host' }),
  })
  const security = form.values.security as MailServerFields['security']
  return (
    <>
      <FormBody
        form={form}
        action={m.settings_mail_save()}
        secondaryAction={
          <Button kind="plain" onClick={onDone}>
            {m.ui_cancel()}
          </Button>
        }
      >
        <TextField
          label={m.settings_mail_host()}
          autoFocus
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          placeholder={EXAMPLE}
          {...form.field('host')}
        />
        <div className={layout.columns}>
          <Select
            label={m.settings_mail_security()}
            value={security}
            choices={[
              { value: 'tls', label: m.settings_mail_tls() },
              { value: 'starttls', label: m.settings_mail_starttls() },
            ]}
            onChange={value => form.set('security', value)}
          />
          <TextField
            label={m.settings_mail_port()}
            dir="ltr"
            inputMode="numeric"
            placeholder={DEFAULT_PORTS[security]}
            {...form.field('port')}
          />
        </div>
        <div className={layout.columns}>
          <TextField label={m.ui_user_name()} dir="ltr" autoComplete="off" autoCapitalize="none" {...form.field('user')} />
          <PasswordField label={m.ui_password()} autoComplete="new-password" {...form.field('password')} />
        </div>
      </FormBody>
      {fresh.dialog}
    </>
  )
}

function TestForm() {
  const send = useMethod(settingsSendTestMail)
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm({
    initial: { to: '' },
    check: ({ to }) => ({ to: to.includes('@') ? undefined : m.rule_email() }),
    async send({ to }) {
      setSent(null)
      const { by } = await send({ to: to.trim() })
      setSent(by === 'smtp' ? m.settings_test_sent({ address: to.trim() }) : m.settings_test_file())
    },
    place: error => (error instanceof DdpError && error.error === 400 ? { to: m.rule_email() } : null),
    describe: error =>
      error instanceof DdpError && isCallError(error, testMailRefused)
        ? `${errorMessage(error)} ${(error.details as { answer: string }).answer}`
        : errorMessage(error),
  })
  return (
    <FormBody
      form={form}
      action={m.settings_test_send()}
      kind="quiet"
      secondaryAction={
        <p role="status" className={layout.muted}>
          {sent ?? ''}
        </p>
      }
    >
      <TextField label={m.settings_test()} type="email" dir="ltr" autoComplete="email" {...form.field('to')} />
    </FormBody>
  )
}
