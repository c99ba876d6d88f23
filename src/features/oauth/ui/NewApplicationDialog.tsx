import { useState } from 'react'
import { useFreshSignIn } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SecretOnce } from '#platform/ui/controls/SecretOnce.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import entries from '#platform/ui/styles/entries.module.css'
import { oauthAdd } from '../contract.ts'
import { isRedirectAddress } from '../rules/redirect-address.ts'

interface NewApplicationDialogProps {
  onMade: () => Promise<void>
  onClose: () => void
}

interface Made {
  applicationId: string
  /** null: it has none */
  secret: string | null
}

const toAddresses = (text: string): string[] => [...new Set(text.split(/\s+/).filter(line => line !== ''))]

function addressesProblem(text: string): string | undefined {
  const addresses = toAddresses(text)
  if (addresses.length === 0) return m.oauth_apps_addresses_missing()
  return addresses.every(isRedirectAddress) ? undefined : m.rule_redirect_address()
}

/** Registers an application, and shows its client ID and, once, its secret. */
export function NewApplicationDialog({ onMade, onClose }: NewApplicationDialogProps) {
  const add = useMethod(oauthAdd)
  const requestId = useRequestId()
  const fresh = useFreshSignIn()
  const [made, setMade] = useState<Made | null>(null)
  const form = useForm({
    initial: { name: '', addresses: '', isConfidential: true as boolean },
    check: ({ name, addresses }) => ({
      name: name.trim() === '' ? m.ui_name_missing() : undefined,
      addresses: addressesProblem(addresses),
    }),
    send: async ({ name, addresses, isConfidential }) => {
      const input = { name: name.trim(), redirectUris: toAddresses(addresses), isConfidential }
      const _id = requestId(input)
      const { secret } = await fresh.run(() => add({ _id, ...input }))
      setMade({ applicationId: _id, secret })
      await onMade()
    },
  })
  if (made !== null)
    return (
      <Dialog open title={m.oauth_apps_add()} onClose={onClose}>
        <FormResult>
          <p>{m.oauth_apps_made()}</p>
          <code className={entries.verbatim} dir="ltr">
            {made.applicationId}
          </code>
          {made.secret === null ? (
            <div>
              <Button kind="primary" onClick={onClose}>
                {m.oauth_apps_done()}
              </Button>
            </div>
          ) : (
            <SecretOnce
              secret={made.secret}
              title={m.oauth_apps_secret()}
              labels={{ copy: m.oauth_apps_copy(), copied: m.oauth_apps_copied(), kept: m.oauth_apps_done() }}
              onKept={onClose}
            />
          )}
        </FormResult>
      </Dialog>
    )
  return (
    <Dialog open title={m.oauth_apps_add()} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.oauth_apps_make()} wide>
        <TextField label={m.ui_name()} hint={m.oauth_apps_name_hint()} maxLength={60} autoComplete="off" {...form.field('name')} />
        <TextArea
          label={m.oauth_apps_addresses()}
          hint={m.oauth_apps_addresses_hint()}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.field('addresses')}
        />
        <RadioList
          label={m.oauth_apps_kind()}
          value={form.values.isConfidential ? 'server' : 'browser'}
          choices={[
            { value: 'server', label: m.oauth_apps_server() },
            { value: 'browser', label: m.oauth_apps_browser(), hint: m.oauth_apps_browser_hint() },
          ]}
          onChange={kind => form.set('isConfidential', kind === 'server')}
        />
      </FormBody>
      {fresh.dialog}
    </Dialog>
  )
}
