import { useState } from 'react'
import { hashPassword } from '#accounts/ui/password.ts'
import { deleteAccount } from '#accounts/ui/session/account-calls.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import { FetchedSignInAgain, useOwnerProof } from '#accounts/ui/session/use-owner-proof.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'

type Values = { scores: 'keep' | 'erase'; password: string }

/** @param onDeleted called when the account has been deleted */
export function DeleteForm({ onDeleted }: { onDeleted: () => void }) {
  const { session } = useSession()
  const [isConfirming, setIsConfirming] = useState(false)
  const { hasPassword, needsSignIn } = useOwnerProof()
  const form = useForm<Values>({
    initial: { scores: 'keep', password: '' },
    check: ({ password }) => ({ password: hasPassword && password === '' ? m.accounts_password_needed() : undefined }),
    send: async ({ scores, password }) => {
      const proof = hasPassword ? { password: { ...hashPassword(password) } } : {}
      if (session !== null) await deleteAccount(session, { ...proof, eraseScores: scores === 'erase' })
      onDeleted()
    },
    place: error => (hasPassword && error instanceof DdpError && error.error === 403 ? { password: m.accounts_password_wrong() } : null),
  })
  const erase = form.values.scores === 'erase'
  const confirmDeletion = (): void => {
    setIsConfirming(false)
    void form.submit()
  }
  if (needsSignIn) return <FetchedSignInAgain />
  return (
    <>
      <FormBody
        form={form}
        kind="danger"
        action={m.accounts_delete_send()}
        wide
        onSubmit={() => (hasPassword && form.values.password === '' ? void form.submit() : setIsConfirming(true))}
      >
        <RadioList
          label={m.accounts_delete_scores()}
          value={form.values.scores}
          choices={[
            { value: 'keep', label: m.accounts_delete_scores_keep(), hint: m.accounts_delete_scores_keep_hint() },
            { value: 'erase', label: m.accounts_delete_scores_erase(), hint: m.ui_delete_scores_hint() },
          ]}
          onChange={scores => form.set('scores', scores)}
        />
        {hasPassword && <PasswordField label={m.accounts_password_own()} autoComplete="current-password" {...form.field('password')} />}
      </FormBody>
      <Dialog
        open={isConfirming}
        title={m.accounts_delete_ask()}
        onClose={() => setIsConfirming(false)}
        actions={
          <>
            <Button onClick={() => setIsConfirming(false)}>{m.accounts_keep()}</Button>
            <Button kind="danger" onClick={confirmDeletion}>
              {m.accounts_delete_yes()}
            </Button>
          </>
        }
      >
        <p>{erase ? m.accounts_delete_erase_note() : m.accounts_delete_keep_note()}</p>
      </Dialog>
    </>
  )
}
