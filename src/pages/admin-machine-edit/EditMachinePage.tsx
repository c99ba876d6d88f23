import { use, useState } from 'react'
import { type MachineDoc, type MergedMachineDoc, machinesEdit, machinesOne } from '#machines/contract/machines.ts'
import { BackglassEditor } from '#machines/ui/BackglassEditor.tsx'
import styles from '#machines/ui/edit-machine.module.css'
import { MachineFields } from '#machines/ui/MachineFields.tsx'
import { diffMachineInput, type MachineValues, mapMachineServerError, toMachineFormValues } from '#machines/ui/machine-values.ts'
import { readEditedMachineId } from '#machines/ui/query-params.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { FindMachine } from './FindMachine.tsx'
import { MergePanel } from './MergePanel.tsx'

/** The page for editing a machine's catalogue entry. The machine is picked by search or named by the address. */
export function EditMachinePage({ query }: RouteMatch) {
  const machineId = readEditedMachineId(query)
  const navigate = use(NavigateContext)
  const [merged, setMerged] = useState(false)
  const openMachine = (found: string): void => navigate?.(`/admin/machines/edit?${new URLSearchParams({ machine: found })}`)
  return (
    <AdminGuard title={m.ui_edit_machine()} path="/admin/machines/edit">
      <div className={styles.stack}>
        <FindMachine
          onFound={found => {
            setMerged(false)
            openMachine(found)
          }}
        />
        {merged && <Notice kind="success">{m.machines_edit_merged()}</Notice>}
        {machineId !== null && (
          <Machine
            key={machineId}
            machineId={machineId}
            onMerged={into => {
              setMerged(true)
              openMachine(into)
            }}
          />
        )}
      </div>
    </AdminGuard>
  )
}

function Machine({ machineId, onMerged }: { machineId: string; onMerged: (into: string) => void }) {
  const live = useSubscription(machinesOne, { machineId })
  const machine = useDocument<MachineDoc>('machines', machineId)
  const into = useDocument<MergedMachineDoc>('mergedMachines', machineId)?.into
  if (into !== undefined)
    return (
      <p>
        {renderMessage(m.machines_edit_gone(), {
          other: text => <Link href={`/admin/machines/edit?${new URLSearchParams({ machine: into })}`}>{text}</Link>,
        })}
      </p>
    )
  if (live.state === 'failed') return <ErrorState title={m.ui_machine_failed()}>{errorMessage(live.error)}</ErrorState>
  if (machine === undefined) return <Skeleton kind="form" count={3} page />
  return (
    <>
      <EditForm machineId={machineId} machine={machine} />
      <Panel title={m.machines_picture()}>
        <BackglassEditor machineId={machineId} machine={machine} />
      </Panel>
      <MergePanel machine={machine} onMerged={onMerged} />
      <Retire machineId={machineId} machine={machine} />
    </>
  )
}

function EditForm({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const edit = useMethod(machinesEdit)
  const [saved, setSaved] = useState(false)
  const start = toMachineFormValues(machine)
  const form = useForm<MachineValues>({
    initial: start,
    send: async values => {
      await edit({ machineId, ...diffMachineInput(start, values) })
      form.reset()
      setSaved(true)
    },
    place: mapMachineServerError,
  })
  return (
    <Panel title={machine.name}>
      <p className={layout.muted}>
        {renderMessage(m.machines_edit_page(), { page: text => <Link href={`/machines/${machineId}`}>{text}</Link> })}
      </p>
      <FormBody form={form} action={m.ui_save_changes()}>
        <MachineFields form={form} />
      </FormBody>
      {saved && !form.isDirty && <Notice kind="success">{m.ui_saved()}</Notice>}
    </Panel>
  )
}

function Retire({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const edit = useMethod(machinesEdit)
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Panel title={machine.retired ? m.machines_retired_title() : m.machines_retire()}>
      <p>{machine.retired ? m.machines_retired_text() : m.machines_retire_text()}</p>
      <div>
        {machine.retired ? (
          <Button onClick={() => setIsConfirming(true)}>{m.machines_restore()}</Button>
        ) : (
          <Button onClick={() => setIsConfirming(true)}>{m.machines_retire()}</Button>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={machine.retired ? m.machines_retired_ask({ name: machine.name }) : m.machines_retire_ask({ name: machine.name })}
          confirmLabel={machine.retired ? m.machines_restore() : m.machines_retire()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await edit({ machineId, retired: !machine.retired }))}
          onClose={() => setIsConfirming(false)}
        >
          <p>{m.machines_retire_note()}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
