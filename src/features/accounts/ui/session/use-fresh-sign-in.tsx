import { type ReactNode, useState } from 'react'
import { FRESH_SIGN_IN_NEEDED, INVALID_SECOND_STEP_CODE, NO_SECOND_STEP_CODE } from '#accounts/contract/accounts.ts'
import { accountConfirmSignIn } from '#accounts/contract/sign-in-methods.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { hashPassword } from '../password.ts'
import { SecondStepCodeField } from '../second-step/SecondStepCodeField.tsx'
import { FetchedSignInAgain, useOwnerProof } from './use-owner-proof.ts'

export interface FreshSignInRunner {
  /**
   * Runs an action that may want a fresh sign-in. If it does, the user is asked for the password, and then the action is run again.
   * @returns what the action returns. Rejects with its error if the user gives no password
   */
  run<T>(action: () => Promise<T>): Promise<T>
  /** The dialog with the password field, to be rendered outside of forms; null while it is not needed. */
  dialog: ReactNode
}

interface Pending {
  confirmed(): void
  cancelled(): void
}

const isCode = (error: unknown, code: string): boolean => error instanceof DdpError && error.error === code

export function useFreshSignIn(): FreshSignInRunner {
  const [pending, setPending] = useState<Pending | null>(null)
  return {
    async run(action) {
      try {
        return await action()
      } catch (error) {
        if (!isCode(error, FRESH_SIGN_IN_NEEDED)) throw error
        await new Promise<void>((resolve, reject) => {
          // The dialog closes itself after it has confirmed, which is no cancelling.
          let isSettled = false
          const settle = (end: () => void) => () => {
            if (isSettled) return
            isSettled = true
            setPending(null)
            end()
          }
          setPending({ confirmed: settle(resolve), cancelled: settle(() => reject(error)) })
        })
        return action()
      }
    },
    dialog: pending === null ? null : <ConfirmSignIn {...pending} />,
  }
}

function ConfirmSignIn({ confirmed, cancelled }: Pending) {
  const { hasPassword } = useOwnerProof()
  return (
    <Dialog open title={m.accounts_fresh_title()} onClose={cancelled}>
      {hasPassword ? <PasswordForm onConfirmed={confirmed} /> : <FetchedSignInAgain />}
    </Dialog>
  )
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const confirm = useMethod(accountConfirmSignIn)
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password === '' ? m.accounts_password_needed() : undefined,
      code: needsCode && code.trim() === '' ? m.accounts_two_code_missing() : undefined,
    }),
    async send({ password, code }) {
      await confirm({ password: hashPassword(password), ...(code.trim() === '' ? {} : { code: code.trim() }) })
      onConfirmed()
    },
    place(error) {
      if (isCode(error, NO_SECOND_STEP_CODE)) {
        setNeedsCode(true)
        return {}
      }
      if (isCode(error, INVALID_SECOND_STEP_CODE)) return { code: m.error_code_wrong() }
      return error instanceof DdpError && error.error === 403 ? { password: m.accounts_password_wrong() } : null
    },
  })
  return (
    <>
      <p>{m.accounts_fresh_words()}</p>
      <FormBody form={form} action={m.accounts_fresh_confirm()}>
        <PasswordField label={m.accounts_password_own()} autoComplete="current-password" {...form.field('password')} />
        {needsCode && <SecondStepCodeField autoFocus {...form.field('code')} />}
      </FormBody>
    </>
  )
}
