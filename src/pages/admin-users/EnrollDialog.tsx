import { useState } from 'react'
import { nameTaken } from '#accounts/contract/protocol-errors.ts'
import { emailFieldProblem, usernameFieldProblem } from '#accounts/ui/name-validation.ts'
import { usersEnroll } from '#admin/contract.ts'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { RoleChoices } from './RoleChoices.tsx'

/** Creates an account for another person, who chooses the password through the link of an e-mail. */
export function EnrollDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { noMail } = useSiteSettings()
  return (
    <Dialog open title={m.admin_enrol()} onClose={onClose}>
      {sentTo === null ? (
        <EnrolForm onEnrolled={setSentTo} />
      ) : (
        <FormResult>
          {noMail === null ? (
            <Notice kind="success">{m.admin_enrol_sent({ email: sentTo })}</Notice>
          ) : (
            <Notice kind="warn">{m.admin_enrol_no_mail()}</Notice>
          )}
        </FormResult>
      )}
    </Dialog>
  )
}

function EnrolForm({ onEnrolled }: { onEnrolled: (email: string) => void }) {
  const enroll = useMethod(usersEnroll)
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const requestId = useRequestId()
  const form = useForm({
    initial: { username: '', email: '' },
    check: ({ username, email }) => ({
      username: usernameFieldProblem(username),
      email: emailFieldProblem(email),
    }),
    send: async ({ username, email }) => {
      const input = { username: username.trim(), email: email.trim(), roles: Object.keys(chosen).filter(role => chosen[role]) }
      await enroll({ _id: requestId(input), ...input })
      onEnrolled(input.email)
    },
    place: error => (isCallError(error, nameTaken) ? { username: m.ui_user_name_taken() } : null),
  })
  return (
    <FormBody form={form} action={m.admin_enrol_send()} wide>
      <TextField label={m.ui_user_name()} maxLength={40} autoComplete="off" {...form.field('username')} />
      <TextField label={m.ui_email()} type="email" maxLength={254} autoComplete="off" {...form.field('email')} />
      <RoleChoices chosen={chosen} onChange={(role, has) => setChosen(before => ({ ...before, [role]: has }))} />
    </FormBody>
  )
}
