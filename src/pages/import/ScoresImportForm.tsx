import { useState } from 'react'
import { type ImportedScore, importsScores } from '#imports/contract.ts'
import { MachineChoice } from '#machines/ui/MachineChoice.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useBlockReload } from '#platform/ui/use-block-reload.ts'
import { RowFates } from './RowFates.tsx'
import { TableField } from './TableField.tsx'
import { TablePlan } from './TablePlan.tsx'

type Source = { csv: string } | { pinballMapUser: string }
/** the machines that the user has chosen, by the names that the rows have for them */
type Chosen = ReadonlyMap<string, { machineId: string; name: string }>

/** Imports the user's own scores from a table or from Pinball Map: first it shows what would happen. */
export function ScoresImportForm({ onDone }: { onDone: () => void }) {
  const importScores = useMethod(importsScores)
  const requestId = useRequestId()
  const [from, setFrom] = useState<'table' | 'pinball-map'>('table')
  const [csv, setCsv] = useState('')
  const [profile, setProfile] = useState('')
  /** what would happen; `chosen`: the machines that were chosen when the site was asked */
  const [plan, setPlan] = useState<{ source: Source; chosen: Chosen; rows: ImportedScore[] } | null>(null)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  /** what was imported: from where, how many scores, and the rows that the site did not take */
  const [done, setDone] = useState<{ source: Source; added: number; refused: ImportedScore[] } | null>(null)
  const { busy, error, run } = useAsyncWork()
  useBlockReload(csv !== '' || plan !== null)
  const choices = () => [...chosen].map(([name, { machineId }]) => ({ name, machineId }))
  const look = (source: Source): Promise<void> =>
    run(async () => {
      setDone(null)
      const input = { ...source, chosen: choices(), dryRun: true }
      setPlan({ source, chosen, rows: (await importScores({ _id: requestId(input), ...input })).rows })
    })
  const apply = ({ source }: { source: Source }): Promise<void> =>
    run(async () => {
      const input = { ...source, chosen: choices(), dryRun: false }
      const { added, rows } = await importScores({ _id: requestId(input), ...input })
      setDone({ source, added, refused: rows.filter(({ problem }) => problem === 'refused') })
      setPlan(null)
      setChosen(new Map())
      setCsv('')
      onDone()
    })
  const isUnknown = ({ problem, machine }: ImportedScore): boolean =>
    problem === 'no-machine' || problem === 'several-machines' || chosen.has(machine) || plan?.chosen.has(machine) === true
  const unknown = [...new Set(plan?.rows.filter(isUnknown).map(({ machine }) => machine))].filter(name => name !== '')
  return (
    <div className={layout.stack4}>
      {done !== null && (
        <FormResult>
          <Notice kind="success">
            <p>{m.imports_done_scores({ count: done.added, n: plainNumber(done.added) })}</p>
          </Notice>
          {done.refused.length > 0 && <RowFates rows={done.refused} label={m.imports_fate_failed()} hasLines={'csv' in done.source} />}
        </FormResult>
      )}
      {plan === null ? (
        <>
          <SegmentedControl
            label={m.imports_from()}
            value={from}
            choices={[
              { value: 'table', label: m.imports_from_table() },
              { value: 'pinball-map', label: 'Pinball Map' },
            ]}
            onChange={setFrom}
          />
          {from === 'table' ? (
            <>
              <p>{m.imports_scores_words()}</p>
              <TableField text={csv} hint={m.imports_table_hint()} onText={setCsv} />
            </>
          ) : (
            <TextField
              label={m.imports_profile()}
              hint={m.imports_profile_hint()}
              autoComplete="off"
              dir="ltr"
              value={profile}
              onChange={({ target }) => setProfile(target.value)}
            />
          )}
          <div>
            <Button
              kind="primary"
              busy={busy}
              disabled={(from === 'table' ? csv : profile).trim() === ''}
              onClick={() => void look(from === 'table' ? { csv } : { pinballMapUser: profile })}
            >
              {m.imports_look()}
            </Button>
          </div>
        </>
      ) : (
        <FormResult>
          {unknown.length > 0 && (
            <section className={layout.stack3} aria-label={m.imports_unknown()}>
              <h2>{m.imports_unknown()}</h2>
              <List className={layout.stack3}>
                {unknown.map(name => (
                  <li key={name}>
                    <MachineChoice
                      listed={name}
                      hint={m.imports_unknown_hint()}
                      chosen={chosen.get(name)?.name ?? null}
                      onChoose={choice => {
                        if (choice === null && !chosen.has(name)) return
                        const next = new Map(chosen)
                        if (choice === null) next.delete(name)
                        else next.set(name, choice)
                        setChosen(next)
                      }}
                    />
                  </li>
                ))}
              </List>
            </section>
          )}
          <TablePlan
            rows={plan.rows}
            label={m.imports_scores()}
            hasLines={'csv' in plan.source}
            action={count => m.imports_apply_scores({ count, n: plainNumber(count) })}
            busy={busy}
            onLook={plan.chosen === chosen ? undefined : () => void look(plan.source)}
            onApply={() => void apply(plan)}
            onBack={() => setPlan(null)}
          />
        </FormResult>
      )}
      <FormError message={error} />
    </div>
  )
}
