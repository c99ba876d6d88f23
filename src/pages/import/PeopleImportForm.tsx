import { useState } from 'react'
import type { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import { type ImportedPerson, importsPeople } from '#imports/contract.ts'
import { IfpaCheck } from '#imports/ui/IfpaCheck.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useBlockReload } from '#platform/ui/use-block-reload.ts'
import { AwaitedGroups } from './AwaitedGroups.tsx'
import { ImportedInto } from './ImportedInto.tsx'
import { TableField } from './TableField.tsx'
import { TablePlan } from './TablePlan.tsx'

/** a table of people, and the group into whose list they are imported */
type Table = { groupId: string; csv: string }

/** Imports people into the list of a group that the user runs: first it shows what would happen. */
export function PeopleImportForm({
  asked,
  managed: { groups, live },
  onDone,
}: {
  asked: string
  managed: ReturnType<typeof useManagedGroups>
  onDone: () => void
}) {
  const importPeople = useMethod(importsPeople)
  const requestId = useRequestId()
  const [picked, setPicked] = useState(asked)
  const [csv, setCsv] = useState('')
  const [plan, setPlan] = useState<{ table: Table; rows: ImportedPerson[] } | null>(null)
  const [added, setAdded] = useState<number | null>(null)
  const { busy, error, run } = useAsyncWork()
  useBlockReload(csv !== '' || plan !== null)
  const groupId = groups.some(group => group.groupId === picked) ? picked : (groups[0]?.groupId ?? '')
  const send = (table: Table, dryRun: boolean): Promise<void> =>
    run(async () => {
      const input = { ...table, dryRun }
      const result = await importPeople({ _id: requestId(input), ...input })
      setAdded(dryRun ? null : result.added)
      setPlan(dryRun ? { table, rows: result.rows } : null)
      if (dryRun) return
      setCsv('')
      onDone()
    })
  if (live.state !== 'ready') return <AwaitedGroups live={live} />
  if (groups.length === 0) return <p>{m.imports_no_groups()}</p>
  return (
    <div className={layout.stack4}>
      {added !== null && (
        <FormResult>
          <Notice kind="success">
            <p>{m.imports_done_people({ count: added, n: plainNumber(added) })}</p>
          </Notice>
        </FormResult>
      )}
      {plan === null ? (
        <>
          <p>{m.imports_people_words()}</p>
          <Select
            label={m.imports_group()}
            value={groupId}
            choices={groups.map(group => ({ value: group.groupId, label: group.name }))}
            onChange={setPicked}
          />
          <TableField text={csv} hint={m.imports_people_table_hint()} onText={setCsv} />
          <div>
            <Button kind="primary" busy={busy} disabled={csv.trim() === ''} onClick={() => void send({ groupId, csv }, true)}>
              {m.imports_look()}
            </Button>
          </div>
        </>
      ) : (
        <FormResult>
          <ImportedInto groupId={plan.table.groupId} groups={groups} />
          <TablePlan
            rows={plan.rows}
            label={m.imports_people()}
            hasLines
            action={count => m.imports_apply_people({ count, n: plainNumber(count) })}
            busy={busy}
            onApply={() => void send(plan.table, false)}
            onBack={() => setPlan(null)}
          >
            <IfpaCheck people={plan.rows.flatMap(({ name, ifpaNumber }) => (ifpaNumber === undefined ? [] : [{ name, ifpaNumber }]))} />
          </TablePlan>
        </FormResult>
      )}
      <FormError message={error} />
    </div>
  )
}
