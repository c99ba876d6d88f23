import * as m from '#messages'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import type { VenueMachineDoc } from '#venues/contract.ts'

/** Asks for one of the machines of a venue. @param machineId the one that is proposed; empty: none */
export function MachineForm({
  machines,
  machineId,
  action,
  onSend,
}: {
  machines: readonly VenueMachineDoc[]
  machineId: string
  action: string
  onSend: (machineId: string) => Promise<void>
}) {
  const form = useForm({
    initial: { machineId },
    check: values => ({ machineId: values.machineId === '' ? m.stations_machine_missing() : undefined }),
    send: values => onSend(values.machineId),
  })
  return (
    <FormBody form={form} action={action}>
      <Select
        label={m.ui_machine()}
        value={form.values.machineId}
        choices={machineChoices(machines)}
        error={form.field('machineId').error}
        onChange={chosen => form.set('machineId', chosen)}
      />
    </FormBody>
  )
}

/** The machines of a venue for a list, with one entry for none. */
export const machineChoices = (machines: readonly VenueMachineDoc[]): { value: string; label: string }[] => [
  { value: '', label: m.stations_choose_machine() },
  ...machines.map(({ machineId, name }) => ({ value: machineId, label: name })),
]
