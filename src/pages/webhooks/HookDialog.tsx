import { useState } from 'react'
import * as m from '#messages'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { webhooksAdd, webhooksEdit } from '#webhooks/contract.ts'
import { isDiscordAddress } from '#webhooks/rules/discord-address.ts'
import { EVENT_TYPES, type EventType } from '#webhooks/rules/event-types.ts'
import type { HookOwner } from '#webhooks/rules/webhooks-path.ts'
import { hookTypeLabel } from '#webhooks/ui/type-labels.ts'
import { FilterFields, type Filters } from './FilterFields.tsx'
import type { ShownHook } from './shown-hook.ts'

export interface HookDialogProps {
  owner: HookOwner
  /** null: a new one */
  hook: ShownHook | null
  /** called with the secret that the hook has just got */
  onSecret: (secret: string) => void
  onClose: () => void
}

const ADDRESS_EXAMPLE = 'https://example.com/hook'

/** What is filled in about a new webhook, or about one that there is. */
export function HookDialog({ owner, hook, onSecret, onClose }: HookDialogProps) {
  const add = useMethod(webhooksAdd)
  const edit = useMethod(webhooksEdit)
  const requestId = useRequestId()
  const [types, setTypes] = useState<readonly EventType[]>(
    hook?.types ?? ['score.record', 'event.started', 'round.drawn', 'event.finished'],
  )
  const [typesError, setTypesError] = useState<string | null>(null)
  const [filters, setFilters] = useState<Filters>(() => startFilters(hook))
  const idsOf = (key: keyof Filters): string[] => filters[key].map(({ id }) => id)
  const chosen = {
    types: EVENT_TYPES.filter(type => types.includes(type)),
    only: {
      machineIds: idsOf('machineIds'),
      venueIds: idsOf('venueIds'),
      groupIds: idsOf('groupIds'),
      eventIds: idsOf('eventIds'),
    },
  }
  const [first] = useState(() => JSON.stringify(chosen))
  const form = useForm({
    initial: { name: hook?.name ?? '', address: '' },
    check: ({ name, address }) => {
      setTypesError(types.length === 0 ? m.webhooks_types_missing() : null)
      return {
        name: name.trim() === '' ? m.ui_name_missing() : undefined,
        // A webhook that there is keeps its address if the field is empty.
        address: address.trim() === '' ? (hook === null ? m.webhooks_address_missing() : undefined) : addressProblem(address.trim()),
      }
    },
    send: async ({ name, address }) => {
      if (types.length === 0) return
      const given = address.trim() === '' ? {} : { address: address.trim() }
      const values = { name, ...chosen }
      const { secret } =
        hook === null
          ? await add({ _id: requestId([values, address]), ...owner, ...values, address: address.trim() })
          : await edit({ webhookId: hook._id, ...values, ...given })
      onClose()
      if (secret !== null) onSecret(secret)
    },
    place: error => {
      const problem = fieldProblems(error).find(({ path }) => path === 'name' || path === 'address')
      return problem === undefined ? null : { [problem.path]: fieldProblemText(problem) }
    },
  })
  const isDiscord = isDiscordAddress(form.values.address.trim())
  return (
    <Dialog
      open
      title={hook === null ? m.webhooks_add() : m.webhooks_edit_name({ name: hook.name })}
      isDirty={form.isDirty || JSON.stringify(chosen) !== first}
      onClose={onClose}
    >
      <FormBody form={form} action={hook === null ? m.webhooks_add() : m.ui_save_changes()}>
        <TextField label={m.ui_name()} hint={m.webhooks_name_hint()} autoComplete="off" {...form.field('name')} />
        <TextField
          label={m.webhooks_address()}
          hint={hook !== null ? m.webhooks_address_keep() : isDiscord ? m.webhooks_address_discord() : m.webhooks_address_hint()}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          placeholder={ADDRESS_EXAMPLE}
          {...form.field('address')}
        />
        <fieldset className={layout.stack}>
          <legend className={layout.legend}>{m.webhooks_types()}</legend>
          {EVENT_TYPES.map(type => (
            <Checkbox
              key={type}
              label={hookTypeLabel(type)}
              checked={types.includes(type)}
              onChange={checked => {
                setTypesError(null)
                setTypes(before => (checked ? [...before, type] : before.filter(each => each !== type)))
              }}
            />
          ))}
          <FormError message={typesError} />
        </fieldset>
        <FilterFields owner={owner} filters={filters} onChange={setFilters} />
      </FormBody>
    </Dialog>
  )
}

const addressProblem = (address: string): string | undefined => (/^https?:\/\/\S+$/i.test(address) ? undefined : m.rule_webhook_address())

function startFilters(hook: ShownHook | null): Filters {
  const of = (key: keyof Filters): Filters[keyof Filters] =>
    (hook?.only[key] ?? []).map(id => ({ id, name: hook?.onlyNames[id] ?? m.webhooks_only_gone() }))
  return { machineIds: of('machineIds'), venueIds: of('venueIds'), groupIds: of('groupIds'), eventIds: of('eventIds') }
}
