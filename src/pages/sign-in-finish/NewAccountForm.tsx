import { useState } from 'react'
import { nameTaken, signUpsForbidden } from '#accounts/contract/protocol-errors.ts'
import { usernameFieldProblem } from '#accounts/ui/name-validation.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { useInvitation } from '#invitations/ui/invitation-context.ts'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import layout from '#platform/ui/styles/layout.module.css'

export interface NewAccountFormProps {
  suggestedName: string | null
  create: (username: string, invitation: string | null) => Promise<void>
}

/** Asks for the user name of an account that is made at the first sign-in by a login service. */
export function NewAccountForm({ suggestedName, create }: NewAccountFormProps) {
  const { token, drop } = useInvitation()
  const [isForbidden, setForbidden] = useState(false)
  const form = useForm({
    initial: { username: suggestedName ?? '' },
    check: ({ username }) => ({ username: usernameFieldProblem(username) }),
    send: async ({ username }) => {
      await create(username.trim(), token)
      drop()
    },
    place(error) {
      if (!(error instanceof DdpError)) return null
      if (isCallError(error, nameTaken)) return { username: m.ui_user_name_taken() }
      if (!isCallError(error, signUpsForbidden)) return null
      setForbidden(true)
      return {}
    },
  })
  if (isForbidden) return <EmptyState title={m.invitations_up_needed()}>{m.accounts_service_no_account()}</EmptyState>
  return (
    <>
      <p>{m.accounts_service_new()}</p>
      <FormBody form={form} action={m.ui_create_account()} wide>
        <TextField
          label={m.ui_user_name()}
          hint={m.accounts_up_name_hint()}
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('username')}
        />
      </FormBody>
      <p className={layout.muted}>{m.accounts_service_have_account()}</p>
    </>
  )
}
