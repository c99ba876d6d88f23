import { nameTaken, signUpsForbidden, wrongCredentials } from '#accounts/contract/protocol-errors.ts'
import styles from '#accounts/ui/account-forms.module.css'
import { LoginServiceButtons } from '#accounts/ui/login-services/LoginServiceButtons.tsx'
import { emailFieldProblem, usernameFieldProblem } from '#accounts/ui/name-validation.ts'
import { PlainPassword } from '#accounts/ui/password.ts'
import { newPasswordHint, newPasswordProblem, newPasswordRefusal } from '#accounts/ui/password-validation.ts'
import { signUp } from '#accounts/ui/session/account-calls.ts'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { type FormProblems, useForm } from '#platform/ui/form/use-form.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'

type Values = { username: string; email: string; password: string }

const check = ({ username, email, password }: Values): FormProblems<Values> => ({
  username: usernameFieldProblem(username),
  email: email.trim() === '' ? undefined : emailFieldProblem(email),
  password: newPasswordProblem(password),
})

function findFieldErrors(error: unknown): FormProblems<Values> | null {
  if (isCallError(error, nameTaken)) return { username: m.ui_user_name_taken() }
  const [problem] = fieldProblems(error)
  if (problem?.path === 'username' || problem?.path === 'email') return { [problem.path]: fieldProblemText(problem) }
  const password = newPasswordRefusal(error)
  return password === null ? null : { password }
}

/** The server answers a taken e-mail address like any wrong credentials, so that nobody learns who has an account; its owner gets a mail. */
const describe = (error: unknown): string => (isCallError(error, wrongCredentials) ? m.accounts_up_refused() : errorMessage(error))

export interface SignUpFormProps {
  /** where the user goes afterwards */
  next: string
  /** the token of an invitation to the site; null: none */
  invitation: string | null
  /** Called when the server refuses sign-ups, or this invitation. */
  onForbidden: () => void
}

/** Creates an account and signs in with it. */
export function SignUpForm({ next, invitation, onForbidden }: SignUpFormProps) {
  const { session } = useSession()
  const form = useForm<Values>({
    initial: { username: '', email: '', password: '' },
    check,
    send: async values => {
      const password = new PlainPassword(values.password)
      if (session !== null) await signUp(session, { ...values, password, invitation, locale: getActiveLocale() })
    },
    describe,
    place(error) {
      if (!isCallError(error, signUpsForbidden)) return findFieldErrors(error)
      onForbidden()
      return {}
    },
  })
  return (
    <>
      <FormBody form={form} action={m.ui_create_account()} wide>
        <TextField
          label={m.ui_user_name()}
          hint={m.accounts_up_name_hint()}
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('username')}
        />
        <TextField
          label={m.accounts_up_email()}
          hint={m.accounts_up_email_hint()}
          type="email"
          dir="ltr"
          autoComplete="email"
          {...form.field('email')}
        />
        <PasswordField label={m.ui_password()} hint={newPasswordHint()} autoComplete="new-password" {...form.field('password')} />
      </FormBody>
      <LoginServiceButtons next={next} />
      <p className={styles.other}>
        {renderMessage(m.accounts_up_known(), { in: text => <Link href={withReturnPath('/sign-in', next)}>{text}</Link> })}
      </p>
    </>
  )
}
