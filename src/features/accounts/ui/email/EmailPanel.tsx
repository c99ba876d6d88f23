import { useState } from 'react'
import { accountSendVerification, accountSetEmail } from '#accounts/contract/accounts.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { StatusMark } from '#platform/ui/controls/StatusMark.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { emailFieldProblem } from '../name-validation.ts'
import styles from '../panels.module.css'
import { hashPassword } from '../password.ts'
import type { OwnUser } from '../session/RequireLogin.tsx'
import { FetchedSignInAgain, useOwnerProof } from '../session/use-owner-proof.ts'
import { MailNotice } from './MailNotice.tsx'

/** The user's e-mail address, whether it is verified, and a form to change it. */
export function EmailPanel({ user: { emails = [] } }: { user: OwnUser }) {
  const [changing, setChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [email] = emails
  const change = (): void => {
    setSentTo(null)
    setChanging(true)
  }
  return (
    <Panel title={m.ui_email()}>
      {email === undefined ? <p className={layout.muted}>{m.accounts_email_none()}</p> : <Address {...email} replacing={changing} />}
      {sentTo !== null && <MailNotice>{m.accounts_email_sent({ address: sentTo })}</MailNotice>}
      {changing ? (
        <ChangeForm
          onCancel={() => setChanging(false)}
          onSent={address => {
            setSentTo(address)
            setChanging(false)
          }}
        />
      ) : (
        <div className={layout.row3}>
          <Button onClick={change}>{email === undefined ? m.accounts_email_add() : m.accounts_email_change()}</Button>
        </div>
      )}
    </Panel>
  )
}

/** @param replacing true while the user types another address: then this one need not be verified */
function Address({ address, verified, replacing }: { address: string; verified: boolean; replacing: boolean }) {
  const send = useMethod(accountSendVerification)
  const { noMail } = useSiteSettings()
  const [outcome, setOutcome] = useState<'busy' | 'sent' | { error: unknown } | null>(null)
  const sendLink = (): void => {
    setOutcome('busy')
    send({}).then(
      () => setOutcome('sent'),
      (error: unknown) => setOutcome({ error }),
    )
  }
  return (
    <>
      <p className={cx(layout.row, layout.anywhere, styles.address)}>
        <strong dir="ltr">{address}</strong>
        {verified ? <StatusMark status="verified" /> : <span className={styles.waiting}>{m.accounts_email_unverified()}</span>}
      </p>
      {!verified && !replacing && outcome !== 'sent' && (
        <>
          <p className={layout.muted}>
            {noMail === null ? m.accounts_email_open() : `${m.accounts_no_mail()} ${m.accounts_no_mail_help()}`}
          </p>
          <FormError message={outcome !== null && outcome !== 'busy' ? errorMessage(outcome.error) : null} />
          <div className={layout.row3}>
            <Button kind="primary" busy={outcome === 'busy'} onClick={sendLink}>
              {m.accounts_email_again()}
            </Button>
          </div>
        </>
      )}
      {!verified && !replacing && outcome === 'sent' && <MailNotice>{m.accounts_email_again_sent()}</MailNotice>}
    </>
  )
}

function ChangeForm({ onSent, onCancel }: { onSent: (address: string) => void; onCancel: () => void }) {
  const setEmail = useMethod(accountSetEmail)
  const { hasPassword, needsSignIn } = useOwnerProof()
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: emailFieldProblem(email),
      password: hasPassword && password === '' ? m.accounts_password_needed() : undefined,
    }),
    send: async ({ email, password }) => {
      await setEmail({ email: email.trim(), ...(hasPassword ? { password: hashPassword(password) } : {}) })
      onSent(email.trim())
    },
    place: error => (hasPassword && error instanceof DdpError && error.error === 403 ? { password: m.accounts_password_wrong() } : null),
  })
  if (needsSignIn)
    return (
      <FetchedSignInAgain
        secondaryAction={
          <Button kind="plain" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        }
      />
    )
  return (
    <FormBody
      form={form}
      action={m.accounts_send_link()}
      secondaryAction={
        <Button kind="plain" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      }
    >
      <TextField label={m.accounts_email_new()} type="email" dir="ltr" autoComplete="email" {...form.field('email')} />
      {hasPassword && <PasswordField label={m.accounts_password_own()} autoComplete="current-password" {...form.field('password')} />}
    </FormBody>
  )
}
