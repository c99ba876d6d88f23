import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { SecondStepCodeField } from './SecondStepCodeField.tsx'
import styles from './second-step.module.css'

const isPasswordWrong = (error: unknown): boolean => error instanceof DdpError && error.error === 403
const isCodeWrong = (error: unknown): boolean => error instanceof DdpError && error.error === 400

const missingPassword = (password: string): string | undefined => (password === '' ? m.accounts_password_needed() : undefined)
const missingCode = (code: string): string | undefined => (code.trim() === '' ? m.accounts_two_code_missing() : undefined)

function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <Button kind="plain" onClick={onCancel}>
      {m.ui_cancel()}
    </Button>
  )
}

/** Asks for the password before a secret is made. */
export function StartForm({ send, onCancel }: { send: (password: string) => Promise<void>; onCancel: () => void }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: missingPassword(password) }),
    send: ({ password }) => send(password),
    place: error => (isPasswordWrong(error) ? { password: m.accounts_password_wrong() } : null),
  })
  return (
    <FormBody form={form} action={m.accounts_continue()} secondaryAction={<CancelButton onCancel={onCancel} />}>
      <PasswordField label={m.accounts_password_own()} autoComplete="current-password" autoFocus {...form.field('password')} />
    </FormBody>
  )
}

export interface AppCodeFormProps {
  /** in base 32, to be typed */
  secret: string
  /** the same as an address, in the QR code */
  address: string
  send: (code: string) => Promise<void>
  onCancel: () => void
}

/** Shows the secret for an authenticator app, and asks for a code that the app makes of it. */
export function AppCodeForm({ secret, address, send, onCancel }: AppCodeFormProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: missingCode(code) }),
    send: ({ code }) => send(code),
    place: error => (isCodeWrong(error) ? { code: m.error_code_wrong() } : null),
  })
  return (
    <FormBody form={form} action={m.accounts_two_enable()} secondaryAction={<CancelButton onCancel={onCancel} />}>
      <p>{m.accounts_two_scan()}</p>
      <div className={styles.code}>
        <QrCode text={address} label={m.accounts_two_scan_label()} />
      </div>
      <p>
        {m.accounts_two_key()}:{' '}
        <code className={layout.anywhere} dir="ltr">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <TextField
        label={m.ui_code()}
        hint={m.accounts_two_code_hint()}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        {...form.field('code')}
      />
    </FormBody>
  )
}

export interface CodeFormProps {
  action: string
  send: (password: string, code: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password and a code. */
export function CodeForm({ action, send, onCancel }: CodeFormProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({ password: missingPassword(password), code: missingCode(code) }),
    send: ({ password, code }) => send(password, code),
    place: error =>
      isPasswordWrong(error) ? { password: m.accounts_password_wrong() } : isCodeWrong(error) ? { code: m.error_code_wrong() } : null,
  })
  return (
    <FormBody form={form} action={action} secondaryAction={<CancelButton onCancel={onCancel} />}>
      <PasswordField label={m.accounts_password_own()} autoComplete="current-password" autoFocus {...form.field('password')} />
      <SecondStepCodeField {...form.field('code')} />
    </FormBody>
  )
}
