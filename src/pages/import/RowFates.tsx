import type { ImportedPerson, ImportedScore, RowProblem } from '#imports/contract.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'

const fateLabels: Record<ImportedScore['fate'], () => string> = {
  new: m.imports_fate_new,
  known: m.imports_fate_known,
  numbered: m.imports_fate_numbered,
  failed: m.imports_fate_failed,
}
const problemLabels: Record<RowProblem, () => string> = {
  'too-long': m.imports_problem_too_long,
  'no-machine': m.imports_problem_no_machine,
  'several-machines': m.imports_problem_several_machines,
  'no-score': m.imports_problem_no_score,
  'bad-date': m.imports_problem_bad_date,
  later: m.imports_problem_later,
  'no-name': m.imports_problem_no_name,
  'bad-number': m.imports_problem_bad_number,
  refused: m.imports_problem_refused,
}

const nameOf = (row: ImportedScore | ImportedPerson): string => ('machine' in row ? (row.machineName ?? row.machine) : row.name)

/**
 * What becomes of each row. What is left out comes first, because somebody may still mend it.
 * @param hasLines true: the rows are lines of a table, whose numbers say where they stand
 */
export function RowFates({
  rows,
  label,
  hasLines,
}: {
  rows: readonly (ImportedScore | ImportedPerson)[]
  label: string
  hasLines: boolean
}) {
  const { date } = useFormats()
  const order = ['failed', 'new', 'numbered', 'known']
  const sorted = [...rows].sort((a, b) => order.indexOf(a.fate) - order.indexOf(b.fate) || a.line - b.line)
  return (
    <List className={layout.stack3} aria-label={label}>
      {sorted.map(row => (
        <li key={row.line} className={cx(layout.stack, layout.anywhere)}>
          <span>
            <bdi className={layout.strong}>{nameOf(row) || '–'}</bdi>
            {'value' in row && row.value !== undefined && ` · ${plainNumber(row.value)}`}
            {'ifpaNumber' in row && row.ifpaNumber !== undefined && ` · ${row.ifpaNumber}`}
          </span>
          <span className={layout.small}>
            <span className={row.fate === 'failed' ? entries.bad : undefined}>{fateLabels[row.fate]()}</span>
            {hasLines && ` · ${m.imports_row({ line: plainNumber(row.line) })}`}
            {'achievedAt' in row && row.achievedAt !== undefined && ` · ${date(row.achievedAt)}`}
            {row.problem !== undefined && ` · ${problemLabels[row.problem]()}`}
          </span>
        </li>
      ))}
    </List>
  )
}
