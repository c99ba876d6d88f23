import { useRef, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { machinesImport } from '../contract/machines.ts'
import { readOpdbFile } from './opdb-records.ts'

/** bytes: the export of all machines has about 2 MB */
const MAX_BYTES = 32 * 1024 * 1024

/** Imports the machines of a file that OPDB exports, in parts. */
export function ImportOpdb() {
  const importRecords = useMethod(machinesImport)
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const importFile = async (file: File): Promise<void> => {
    setError(null)
    setStatus('')
    const parts = file.size > MAX_BYTES ? null : readOpdbFile(await file.text())
    if (parts === null) return setError(m.machines_import_wrong())
    setBusy(true)
    const total = { added: 0, changed: 0, unchanged: 0, refused: 0 }
    try {
      for (const [index, records] of parts.entries()) {
        setStatus(m.machines_import_running({ percent: plainNumber(Math.round((100 * index) / parts.length)) }))
        const counts = await importRecords({ records })
        for (const key of ['added', 'changed', 'unchanged', 'refused'] as const) total[key] += counts[key]
      }
      setStatus(
        m.machines_import_done({
          added: plainNumber(total.added),
          changed: plainNumber(total.changed),
          unchanged: plainNumber(total.unchanged),
          refused: plainNumber(total.refused),
        }),
      )
    } catch (problem) {
      setStatus('')
      setError(errorMessage(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>{m.machines_import_words()}</p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) void importFile(file)
        }}
      />
      <FormError message={error} />
      <div className={layout.row3}>
        <Button busy={busy} onClick={() => input.current?.click()}>
          {m.machines_import_choose()}
        </Button>
        <p role="status">{status}</p>
      </div>
    </>
  )
}
