import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { GroupDoc, Visibility } from '../contract.ts'

export type GroupFormValues = Pick<GroupDoc, 'name' | 'description' | 'visibility'> & { rated: boolean }

const visibilityChoices = (): { value: Visibility; label: string; hint: string }[] => [
  { value: 'public', label: m.groups_form_public(), hint: m.groups_form_public_hint() },
  { value: 'private', label: m.groups_private(), hint: m.groups_form_private_hint() },
]

/** Form for a group's name, description, visibility, and whether its games count for ratings. @param children further fields */
export function GroupForm({
  initial,
  action,
  onSend,
  children,
}: {
  initial: GroupFormValues
  action: string
  onSend: (values: GroupFormValues) => Promise<void>
  children?: ReactNode
}) {
  const [values, setValues] = useState(initial)
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<GroupFormValues>): void => {
    setValues({ ...values, ...part })
    setNameProblem(null)
    setError(null)
  }
  const send = async (): Promise<void> => {
    if (values.name.trim() === '') return setNameProblem(m.groups_form_no_name())
    setBusy(true)
    setError(null)
    try {
      await onSend(values)
    } catch (cause) {
      setError(errorMessage(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={layout.stack5}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label={m.ui_name()}
        value={values.name}
        maxLength={60}
        autoComplete="off"
        error={nameProblem}
        onChange={event => change({ name: event.target.value })}
      />
      <TextArea
        label={m.ui_description_optional()}
        value={values.description}
        maxLength={500}
        onChange={event => change({ description: event.target.value })}
      />
      <RadioList
        label={m.groups_form_visibility()}
        value={values.visibility}
        choices={visibilityChoices()}
        onChange={visibility => change({ visibility })}
      />
      {values.visibility === 'public' && (
        <Checkbox
          label={m.groups_form_rated()}
          hint={m.groups_form_rated_hint()}
          checked={values.rated}
          onChange={rated => change({ rated })}
        />
      )}
      {children}
      <FormError message={error} />
      <Button kind="primary" type="submit" wide busy={busy}>
        {action}
      </Button>
    </form>
  )
}
