import { useState } from 'react'
import type { FreshSignInRunner } from '#accounts/ui/session/use-fresh-sign-in.tsx'
import { keysAdd } from '#keys/contract.ts'
import { OwnKeys } from '#keys/ui/OwnKeys.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { SecretOnce } from '#platform/ui/controls/SecretOnce.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'

/** The user's keys for reporters of a venue: programs in its network that report the games of its stations. */
export function ReportersPanel({ venueId }: { venueId: string }) {
  return (
    <Panel title={m.stations_reporters()}>
      <p className={layout.muted}>{m.stations_reporters_words()}</p>
      <OwnKeys
        isListed={key => key.venueId === venueId && key.scopes.includes('report')}
        none={m.stations_reporters_none()}
        make={m.stations_reporter_new()}
        dialog={parts => <NewReporter venueId={venueId} {...parts} />}
      />
    </Panel>
  )
}

/** Makes a reporter's key, and shows once the whole line that starts the reporter. */
function NewReporter({
  venueId,
  fresh,
  onMade,
  onClose,
}: {
  venueId: string
  fresh: FreshSignInRunner
  onMade: () => Promise<void>
  onClose: () => void
}) {
  const add = useMethod(keysAdd)
  const requestId = useRequestId()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    initial: { name: m.stations_reporter_default() },
    check: ({ name }) => ({ name: name.trim() === '' ? m.keys_name_missing() : undefined }),
    send: async ({ name }) => {
      const input = { name: name.trim(), scopes: ['report' as const], venueId }
      const made = await fresh.run(() => add({ _id: requestId(input), ...input }))
      setSecret(made.secret)
      await onMade()
    },
  })
  if (secret !== null)
    return (
      <Dialog open title={m.stations_reporter_new()} onClose={onClose}>
        <FormResult>
          <p>{m.stations_reporter_run()}</p>
          <SecretOnce
            secret={`npm run reporter -- --site ${new URL(document.baseURI).origin} --key ${secret}`}
            title={m.stations_reporter_secret()}
            labels={{ copy: m.stations_reporter_copy(), copied: m.keys_copied(), kept: m.keys_done() }}
            onKept={onClose}
          />
        </FormResult>
      </Dialog>
    )
  return (
    <Dialog open title={m.stations_reporter_new()} isDirty={form.isDirty} onClose={onClose}>
      <FormBody form={form} action={m.keys_make()} wide>
        <TextField label={m.keys_name()} maxLength={60} autoComplete="off" {...form.field('name')} />
      </FormBody>
    </Dialog>
  )
}
