import type { ReactNode } from 'react'
import type { ImportedPerson, ImportedScore } from '#imports/contract.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RowFates } from './RowFates.tsx'

/** What an import of rows would do, and whether to do it. */
export function TablePlan({
  rows,
  label,
  hasLines,
  action,
  busy,
  onLook,
  onApply,
  onBack,
  children,
}: {
  rows: readonly (ImportedScore | ImportedPerson)[]
  label: string
  /** true: the rows are lines of a table */
  hasLines: boolean
  /** returns the label of the button that imports so many rows */
  action: (count: number) => string
  busy: boolean
  /** looks again at what would happen, because something else was chosen since; undefined: nothing was */
  onLook?: (() => void) | undefined
  onApply: () => void
  onBack: () => void
  children?: ReactNode
}) {
  const fresh = rows.filter(({ fate }) => fate === 'new' || fate === 'numbered').length
  return (
    <>
      <RowFates rows={rows} label={label} hasLines={hasLines} />
      {children}
      {fresh === 0 && onLook === undefined && <p role="status">{m.imports_nothing_new()}</p>}
      <div className={layout.row3}>
        <Button kind="primary" busy={busy} disabled={fresh === 0 && onLook === undefined} onClick={onLook ?? onApply}>
          {onLook === undefined ? action(fresh) : m.imports_look()}
        </Button>
        <Button disabled={busy} onClick={onBack}>
          {m.ui_back()}
        </Button>
      </div>
    </>
  )
}
