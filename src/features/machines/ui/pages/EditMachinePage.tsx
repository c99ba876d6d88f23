import { use, useState } from 'react'
import { sentenceOf, useCall, useDocument, useLive } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ConfirmDialog } from '../../../../platform/ui/ConfirmDialog.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Notice } from '../../../../platform/ui/Notice.tsx'
import { NavigateContext } from '../../../../platform/ui/navigate.ts'
import { Panel } from '../../../../platform/ui/Panel.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { FormBody } from '../../../accounts/ui/parts/FormBody.tsx'
import { useForm } from '../../../accounts/ui/parts/use-form.ts'
import { AdminFrame } from '../../../roles/ui/parts/AdminFrame.tsx'
import { type MachineDoc, type MergedMachineDoc, machinesEdit, machinesOne } from '../../contract.ts'
import styles from '../edit-machine.module.css'
import { FindMachine } from '../FindMachine.tsx'
import { editedMachine } from '../inputs.ts'
import { MachineFields } from '../MachineFields.tsx'
import { MergePanel } from '../MergePanel.tsx'
import { changes, type MachineValues, placeProblem, valuesOf } from '../machine-values.ts'
import { BackglassEditor } from '../parts/BackglassEditor.tsx'

/** What the catalogue says of a machine, to be corrected: found by its name, or named by the address. */
export function EditMachinePage({ query }: At) {
  const machineId = editedMachine(query)
  const navigate = use(NavigateContext)
  const [merged, setMerged] = useState(false)
  const open = (found: string): void => navigate?.(`/admin/machines/edit?${new URLSearchParams({ machine: found })}`)
  return (
    <AdminFrame title="Edit machine" path="/admin/machines/edit">
      <div className={styles.stack}>
        <FindMachine
          onFound={found => {
            setMerged(false)
            open(found)
          }}
        />
        {merged && <Notice kind="success">The two are one machine now: this one.</Notice>}
        {machineId !== null && (
          <Machine
            key={machineId}
            machineId={machineId}
            onMerged={into => {
              setMerged(true)
              open(into)
            }}
          />
        )}
      </div>
    </AdminFrame>
  )
}

function Machine({ machineId, onMerged }: { machineId: string; onMerged: (into: string) => void }) {
  const live = useLive(machinesOne, { machineId })
  const machine = useDocument<MachineDoc>('machines', machineId)
  const into = useDocument<MergedMachineDoc>('mergedMachines', machineId)?.into
  if (into !== undefined)
    return (
      <p>
        This machine has become part of <Link href={`/admin/machines/edit?${new URLSearchParams({ machine: into })}`}>another</Link>.
      </p>
    )
  if (live.state === 'failed') return <ErrorState title="This machine could not be opened.">{sentenceOf(live.error)}</ErrorState>
  if (machine === undefined) return <Skeleton kind="form" count={3} />
  return (
    <>
      <Facts machineId={machineId} machine={machine} />
      <Panel title="Its picture">
        <BackglassEditor machineId={machineId} machine={machine} />
      </Panel>
      <MergePanel machine={machine} onMerged={onMerged} />
      <Retire machineId={machineId} machine={machine} />
    </>
  )
}

function Facts({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const edit = useCall(machinesEdit)
  const [saved, setSaved] = useState(false)
  const start = valuesOf(machine)
  const form = useForm<MachineValues>({
    initial: start,
    send: async values => {
      await edit({ machineId, ...changes(start, values) })
      form.reset()
      setSaved(true)
    },
    place: placeProblem,
  })
  return (
    <Panel title={machine.name}>
      <p className={styles.quiet}>
        Its page is <Link href={`/machines/${machineId}`}>here</Link>. What you change, a later import leaves alone.
      </p>
      <FormBody form={form} action="Save">
        <MachineFields form={form} />
      </FormBody>
      {saved && !form.touched && <Notice kind="success">Saved. Everybody sees it now.</Notice>}
    </Panel>
  )
}

function Retire({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const edit = useCall(machinesEdit)
  const [asking, setAsking] = useState(false)
  return (
    <Panel title={machine.retired ? 'Retired' : 'Retire'}>
      <p>
        {machine.retired
          ? 'Nobody finds it to play on any more. Its scores and its page are still there.'
          : 'A retired machine is not found any more when somebody picks one to play. Its scores and its page stay.'}
      </p>
      <div>
        {machine.retired ? (
          <Button onClick={() => setAsking(true)}>Bring it back</Button>
        ) : (
          <Button kind="danger" onClick={() => setAsking(true)}>
            Retire it
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={machine.retired ? `Bring ${machine.name} back?` : `Retire ${machine.name}?`}
          yes={machine.retired ? 'Yes, bring it back' : 'Yes, retire it'}
          no="Leave it"
          run={async () => void (await edit({ machineId, retired: !machine.retired }))}
          onClose={() => setAsking(false)}
        >
          <p>You can change your mind here at any time.</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
