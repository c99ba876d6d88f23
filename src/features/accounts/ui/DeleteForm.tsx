import { useState } from 'react'
import { DdpError } from '../../../ddp/wire/error.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { PasswordField } from '../../../platform/ui/PasswordField.tsx'
import { RadioList } from '../../../platform/ui/RadioList.tsx'
import { useSession } from './parts/account.ts'
import { FormBody } from './parts/FormBody.tsx'
import { useForm } from './parts/use-form.ts'
import { TypedPassword } from './password.ts'

type Values = { scores: 'keep' | 'erase'; password: string }

/** @param onGone the account is no more */
export function DeleteForm({ onGone }: { onGone: () => void }) {
  const { session } = useSession()
  const [asking, setAsking] = useState(false)
  const form = useForm<Values>({
    initial: { scores: 'keep', password: '' },
    check: ({ password }) => ({ password: password === '' ? 'Type your password, so that nobody else can do this.' : undefined }),
    send: async ({ scores, password }) => {
      await session?.deleteAccount(new TypedPassword(password), scores === 'erase')
      onGone()
    },
    place: error => (error instanceof DdpError && error.error === 403 ? { password: 'That is not your password.' } : null),
  })
  const erase = form.values.scores === 'erase'
  const confirmed = (): void => {
    setAsking(false)
    void form.submit()
  }
  return (
    <>
      <FormBody
        form={form}
        kind="danger"
        action="Delete my account"
        wide
        onSubmit={() => (form.values.password === '' ? void form.submit() : setAsking(true))}
      >
        <RadioList
          label="What becomes of your scores?"
          value={form.values.scores}
          choices={[
            { value: 'keep', label: 'Keep them on the boards', hint: 'As scores of “Deleted player”, with nothing that leads to you.' },
            { value: 'erase', label: 'Erase them', hint: 'Every board forgets them at once.' },
          ]}
          onChange={scores => form.set('scores', scores)}
        />
        <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      </FormBody>
      <Dialog
        open={asking}
        title="Delete it for good?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep my account</Button>
            <Button kind="danger" onClick={confirmed}>
              Yes, delete it
            </Button>
          </>
        }
      >
        <p>
          Your profile, your e-mail address and your pictures are erased
          {erase ? ', and so are all your scores. ' : '. Your scores stay, as those of “Deleted player”. '}
          Nobody can undo it.
        </p>
      </Dialog>
    </>
  )
}
