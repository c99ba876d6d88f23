import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { ReportKind } from '#reports/contract.ts'

/** "1,234,560 on Medieval Madness by Ada", as `scoreTitle` writes it */
const SCORE = /^([\d,]+) on (.+) by (.+)$/su
/** How the label of a reported photo begins. */
const PICTURE = 'Picture of '

/**
 * What was reported, in the reader's language. A report keeps the English text of the day it was made, because its subject may be gone
 * later; its parts are found again here. A name, and a text of another form, stays as it is. The kind stands beside the title, so it is left
 * out.
 */
export function reportTitle(kind: ReportKind, label: string): string {
  const title = kind === 'picture' && label.startsWith(PICTURE) ? label.slice(PICTURE.length) : label
  if (kind !== 'score' && kind !== 'picture') return title
  const [, value, machine, name] = SCORE.exec(title) ?? []
  return value === undefined ? title : m.ui_score_on_by({ value: plainNumber(value.replaceAll(',', '')), machine: machine!, name: name! })
}
