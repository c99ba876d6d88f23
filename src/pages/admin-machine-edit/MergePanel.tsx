import { useState } from 'react'
import { type MachineDoc, machinesMerge, machinesMergePreview, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { FindMachine } from './FindMachine.tsx'
import { machineLabel, mergePreviewLabel } from './merge-labels.ts'

type Machine = MachineDoc & { _id: string }

/** For a machine that is in the catalogue twice: merges this entry into the other one. */
export function MergePanel({ machine, onMerged }: { machine: Machine; onMerged: (into: string) => void }) {
  const [into, setInto] = useState<string | null>(null)
  return (
    <Panel title={m.machines_merge_title()}>
      <p>{m.machines_merge_text()}</p>
      <FindMachine label={m.machines_merge_into()} onFound={setInto} />
      {into !== null && <MergeDialog machine={machine} into={into} onMerged={onMerged} onClose={() => setInto(null)} />}
    </Panel>
  )
}

function MergeDialog({
  machine,
  into,
  onMerged,
  onClose,
}: {
  machine: Machine
  into: string
  onMerged: (into: string) => void
  onClose: () => void
}) {
  const merge = useMethod(machinesMerge)
  useSubscription(machinesOne, { machineId: into })
  const other = useDocument<MachineDoc>('machines', into)
  const from = machine._id
  const { result: preview, error: problem } = useMethodResult(machinesMergePreview, { from, into })
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === machine.name ? undefined : m.ui_confirm_name_missing({ name: machine.name }) }),
    send: async () => {
      await merge({ from, into })
      onClose()
      onMerged(into)
    },
  })
  return (
    <Dialog open title={m.machines_merge_ask({ name: machine.name })} dismiss={m.ui_cancel()} onClose={onClose}>
      {problem !== null && <ErrorState title={m.machines_merge_impossible()}>{problem}</ErrorState>}
      {problem === null && (preview === null || other === undefined) && <Skeleton kind="form" count={1} />}
      {preview !== null && other !== undefined && (
        <>
          <p>
            {renderMessage(
              m.machines_merge_moves({ from: machineLabel(machine), into: machineLabel(other), what: mergePreviewLabel(preview) }),
              {
                strong: text => <strong>{text}</strong>,
              },
            )}
          </p>
          <FormBody form={form} kind="danger" action={m.machines_merge_do()} wide>
            <TextField label={m.ui_confirm_name({ name: machine.name })} autoComplete="off" {...form.field('name')} />
          </FormBody>
        </>
      )}
    </Dialog>
  )
}
