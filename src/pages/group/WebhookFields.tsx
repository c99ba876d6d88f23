import { useWebhook } from '#groups/ui/use-webhook.ts'
import * as m from '#messages'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'

/** What the user wants to change. `address`: empty: nothing; `removes`: the group has no webhook any more */
export interface WebhookValues {
  address: string
  removes: boolean
}

/** The fields for a group's webhook at Discord. Its address is a secret, so the field is empty even if there is one. */
export function WebhookFields({
  groupId,
  values: { address, removes },
  error,
  onChange,
}: {
  groupId: string
  values: WebhookValues
  error: string | null
  onChange: (values: WebhookValues) => void
}) {
  const webhook = useWebhook(groupId)
  return (
    <>
      <TextField
        label={m.groups_webhook()}
        hint={webhook === undefined ? m.groups_webhook_hint() : m.groups_webhook_present({ ending: webhook.ending })}
        error={error}
        value={address}
        type="url"
        dir="ltr"
        maxLength={300}
        autoComplete="off"
        disabled={removes}
        onChange={event => onChange({ address: event.target.value, removes })}
      />
      {webhook !== undefined && (
        <Checkbox label={m.groups_webhook_remove()} checked={removes} onChange={isOn => onChange({ address, removes: isOn })} />
      )}
    </>
  )
}
