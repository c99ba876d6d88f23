import { type ReactNode, useState } from 'react'
import { INVALID_SECOND_STEP_CODE, NO_SECOND_STEP_CODE, type PasswordDigest } from '#accounts/contract/accounts.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { Button, type ButtonKind } from '#platform/ui/controls/Button.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { hashPassword } from '../password.ts'
import { SecondStepCodeField } from '../second-step/SecondStepCodeField.tsx'
import { SignInAgain } from './SignInAgain.tsx'

export type OwnerProof = { password?: PasswordDigest; code?: string }

export interface OwnerFormProps {
  /** label of the button */
  action: string
  kind?: ButtonKind
  /** true: the user signed in just now, which is proof enough */
  fresh: boolean
  hasPassword: boolean
  send: (proof: OwnerProof) => Promise<void>
  /** Returns the message of an error. */
  describe: (error: unknown) => string
  onCancel: () => void
  children?: ReactNode
}

/**
 * Confirms a change of the ways to sign in: asks for the password, with a code if the account has a second step, or to sign in again if
 * there is no password. A user who has signed in just now only confirms.
 */
export function OwnerForm({ action, kind = 'primary', fresh, hasPassword, send, describe, onCancel, children }: OwnerFormProps) {
  const [isStale, setIsStale] = useState(!fresh)
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: isStale && password === '' ? m.accounts_password_needed() : undefined,
      code: needsCode && code.trim() === '' ? m.accounts_two_code_missing() : undefined,
    }),
    send: ({ password, code }) => send(isStale ? { password: hashPassword(password), ...(needsCode ? { code: code.trim() } : {}) } : {}),
    place: error => {
      if (!(error instanceof DdpError)) return null
      if (errorCode(error) === 'sign-in-again') {
        setIsStale(true)
        return {}
      }
      if (error.error === NO_SECOND_STEP_CODE) {
        setNeedsCode(true)
        return {}
      }
      if (error.error === INVALID_SECOND_STEP_CODE) return { code: m.error_code_wrong() }
      return error.error === 403 ? { password: m.accounts_password_wrong() } : null
    },
    describe,
  })
  const cancel = (
    <Button kind="plain" onClick={onCancel}>
      {m.ui_cancel()}
    </Button>
  )
  if (isStale && !hasPassword)
    return (
      <>
        {children}
        <SignInAgain secondaryAction={cancel} />
      </>
    )
  return (
    <FormBody form={form} kind={kind} action={action} secondaryAction={cancel}>
      {children}
      {isStale && <PasswordField label={m.accounts_password_own()} autoComplete="current-password" autoFocus {...form.field('password')} />}
      {needsCode && <SecondStepCodeField autoFocus {...form.field('code')} />}
    </FormBody>
  )
}
