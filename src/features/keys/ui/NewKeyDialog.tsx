import { useState } from 'react'
import type { FreshSignInRunner } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SecretOnce } from '#platform/ui/controls/SecretOnce.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { keysAdd } from '../contract.ts'
import { GENERAL_SCOPES, type KeyScope } from '../rules/scopes.ts'
import { SCOPE_LABELS } from './scope-labels.ts'

interface NewKeyDialogProps {
  fresh: FreshSignInRunner
  onMade: () => Promise<void>
  onClose: () => void
}

/** Makes a key, and shows its secret once. */
export function NewKeyDialog({ fresh, onMade, onClose }: NewKeyDialogProps) {
  const add = useMethod(keysAdd)
  const requestId = useRequestId()
  const isAdmin = useHasRole(['admin', 'moderator', 'machine-editor'])
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    initial: { name: '', expiresAt: '', read: true, submit: false, run: false, admin: false },
    check: ({ name }) => ({ name: name.trim() === '' ? m.keys_name_missing() : undefined }),
    send: async ({ name, expiresAt, ...chosen }) => {
      // Reading is part of every scope, so a key has it in any case.
      const scopes = GENERAL_SCOPES.filter(scope => scope === 'read' || chosen[scope])
      // It works until the end of that day, wherever its owner is.
      const until = expiresAt === '' ? {} : { expiresAt: new Date(`${expiresAt}T23:59:59`) }
      const input = { name: name.trim(), scopes: [...scopes], ...until }
      const made = await fresh.run(() => add({ _id: requestId(input), ...input }))
      setSecret(made.secret)
      await onMade()
    },
  })
  if (secret !== null)
    return (
      <Dialog open title={m.keys_new()} onClose={onClose}>
        <FormResult>
          <SecretOnce
            secret={secret}
            title={m.keys_secret()}
            labels={{ copy: m.keys_copy(), copied: m.keys_copied(), kept: m.keys_done() }}
            onKept={onClose}
          />
        </FormResult>
      </Dialog>
    )
  return (
    <Dialog open title={m.keys_new()} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.keys_make()} wide>
        <TextField label={m.keys_name()} maxLength={60} autoComplete="off" {...form.field('name')} />
        <fieldset className={layout.stack2}>
          <legend>{m.keys_scopes()}</legend>
          {GENERAL_SCOPES.filter(scope => scope !== 'admin' || isAdmin).map(scope => (
            <ScopeField key={scope} scope={scope} checked={form.values[scope]} onChange={isOn => form.set(scope, isOn)} />
          ))}
        </fieldset>
        <TextField label={m.keys_expires()} hint={m.keys_expires_hint()} type="date" {...form.field('expiresAt')} />
      </FormBody>
    </Dialog>
  )
}

function ScopeField({ scope, checked, onChange }: { scope: KeyScope; checked: boolean; onChange: (isOn: boolean) => void }) {
  return <Checkbox label={SCOPE_LABELS[scope]()} checked={scope === 'read' || checked} onChange={onChange} />
}
