import { useState } from 'react'
import { type MachineDoc, machinesAdd, machinesOne } from '#machines/contract/machines.ts'
import { BackglassEditor } from '#machines/ui/BackglassEditor.tsx'
import styles from '#machines/ui/edit-machine.module.css'
import { MachineFields } from '#machines/ui/MachineFields.tsx'
import { type MachineValues, mapMachineServerError, NO_MACHINE, omitNulls, toMachineInput } from '#machines/ui/machine-values.ts'
import * as m from '#messages'
import { useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'

/** The page for adding a machine to the catalogue. After that it offers to upload the backglass. */
export function AddMachinePage() {
  const [added, setAdded] = useState<string | null>(null)
  return (
    <AdminGuard title={m.ui_add_machine()} path="/admin/machines/new">
      <div className={styles.stack}>
        {added === null ? <AddForm onAdded={setAdded} /> : <Added machineId={added} onMore={() => setAdded(null)} />}
      </div>
    </AdminGuard>
  )
}

function AddForm({ onAdded }: { onAdded: (machineId: string) => void }) {
  const add = useMethod(machinesAdd)
  const requestId = useRequestId()
  const form = useForm<MachineValues>({
    initial: NO_MACHINE,
    send: async values => {
      const input = omitNulls(toMachineInput(values))
      onAdded((await add({ _id: requestId(input), ...input })).machineId)
    },
    place: mapMachineServerError,
  })
  return (
    <Panel title={m.machines_add_what()}>
      <FormBody form={form} action={m.ui_add_machine()}>
        <MachineFields form={form} />
      </FormBody>
    </Panel>
  )
}

function Added({ machineId, onMore }: { machineId: string; onMore: () => void }) {
  useSubscription(machinesOne, { machineId })
  const machine = useDocument<MachineDoc>('machines', machineId)
  return (
    <>
      <FormResult>
        <Notice kind="success" title={machine === undefined ? m.machines_added() : m.machines_added_named({ name: machine.name })}>
          {m.machines_added_text()}
        </Notice>
      </FormResult>
      {machine !== undefined && (
        <Panel title={m.machines_picture()}>
          <BackglassEditor machineId={machineId} machine={machine} />
        </Panel>
      )}
      <div className={layout.row3}>
        <ButtonLink kind="primary" href={`/machines/${machineId}`}>
          {m.machines_added_see()}
        </ButtonLink>
        <Button onClick={onMore}>{m.machines_added_more()}</Button>
      </div>
    </>
  )
}
