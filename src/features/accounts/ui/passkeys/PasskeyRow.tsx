import { useState } from 'react'
import { accountRemovePasskey, accountRenamePasskey, type PasskeyInfo } from '#accounts/contract/passkeys.ts'
import type { SignInMethodCounts } from '#accounts/contract/sign-in-methods.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { OwnerForm } from '../session/OwnerForm.tsx'
import styles from './PasskeyRow.module.css'

export interface PasskeyRowProps {
  passkey: PasskeyInfo
  methods: SignInMethodCounts & { fresh: boolean }
  /** loads the list again */
  onChanged: () => Promise<void>
}

/** One passkey in the list: its name, when it was added and last used. */
export function PasskeyRow({ passkey, methods, onChanged }: PasskeyRowProps) {
  const [stage, setStage] = useState<'row' | 'rename' | 'remove'>('row')
  const { name, createdAt, lastUsedAt } = passkey
  const done = (): void => setStage('row')
  const { date } = useFormats()
  const added = m.accounts_passkeys_made({ date: date(createdAt) })
  return (
    <li className={cx(layout.row3, styles.row)}>
      <span className={cx(layout.stack, layout.anywhere, styles.passkey)}>
        <strong>{name}</strong>
        <span className={layout.small}>
          {added} ·{' '}
          {lastUsedAt === null
            ? m.accounts_passkeys_never()
            : renderMessage(m.accounts_passkeys_used(), { ago: () => <TimeAgo at={lastUsedAt} /> })}
        </span>
      </span>
      {stage === 'row' && (
        <span className={layout.row3}>
          <Button aria-label={m.accounts_passkeys_rename_one({ name })} onClick={() => setStage('rename')}>
            {m.accounts_passkeys_rename()}
          </Button>
          <Button aria-label={m.ui_remove_name({ name })} onClick={() => setStage('remove')}>
            {m.ui_remove()}
          </Button>
        </span>
      )}
      {stage !== 'row' && (
        <div className={styles.form}>
          {stage === 'rename' && <RenameForm passkey={passkey} onChanged={onChanged} onDone={done} />}
          {stage === 'remove' && <RemoveForm passkey={passkey} methods={methods} onChanged={onChanged} onDone={done} />}
        </div>
      )}
    </li>
  )
}

function RenameForm({ passkey: { passkeyId, name }, onChanged, onDone }: Omit<PasskeyRowProps, 'methods'> & { onDone: () => void }) {
  const rename = useMethod(accountRenamePasskey)
  const form = useForm({
    initial: { name },
    check: values => ({ name: values.name.trim() === '' ? m.ui_name_missing() : undefined }),
    send: async values => {
      await rename({ passkeyId, name: values.name })
      await onChanged()
      onDone()
    },
  })
  return (
    <FormBody
      form={form}
      action={m.ui_save_name()}
      secondaryAction={
        <Button kind="plain" onClick={onDone}>
          {m.ui_cancel()}
        </Button>
      }
    >
      <TextField label={m.accounts_passkeys_name()} maxLength={60} autoFocus {...form.field('name')} />
    </FormBody>
  )
}

function RemoveForm({ passkey: { passkeyId, name }, methods, onChanged, onDone }: PasskeyRowProps & { onDone: () => void }) {
  const remove = useMethod(accountRemovePasskey)
  const isLast = !methods.password && methods.passkeys + methods.services === 1
  if (isLast)
    return (
      <>
        <p role="alert">{m.error_last_way_in()}</p>
        <div className={layout.row3}>
          <Button onClick={onDone}>{m.accounts_passkeys_keep()}</Button>
        </div>
      </>
    )
  return (
    <OwnerForm
      kind="danger"
      action={m.accounts_passkeys_remove_yes()}
      fresh={methods.fresh}
      hasPassword={methods.password}
      describe={errorMessage}
      send={async proof => {
        await remove({ passkeyId, ...proof })
        await onChanged()
      }}
      onCancel={onDone}
    >
      <p>
        <strong>{m.accounts_passkeys_remove_ask({ name })}</strong> {m.accounts_passkeys_remove_note()}
      </p>
    </OwnerForm>
  )
}
