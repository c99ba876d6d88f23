import type { AuditDoc } from '#admin/contract.ts'
import { cacheLabel } from '#admin/ui/cache-label.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'

/** "1,234,560 on Medieval Madness", as `scoreSummary` writes what an entry is about */
const SCORE = /^([\d,]+) on (.+)$/su

/**
 * What an entry is about, in the reader's language. Entries are kept for years, with a text in English; its parts are found again here, so that
 * old entries are translated too. A name, and a text of another form, stays as it is.
 */
export function subjectLabel({ subject: { kind, id, label }, details }: Pick<AuditDoc, 'subject' | 'details'>): string | null {
  if (label === null) return null
  switch (kind) {
    case 'score': {
      const [, value, machine] = SCORE.exec(label) ?? []
      return value === undefined ? label : m.ui_score_on({ value: plainNumber(value.replaceAll(',', '')), machine: machine! })
    }
    case 'cache':
      return id === 'all' ? m.admin_log_all_caches() : cacheLabel(id)
    case 'invitation':
      return m.ui_invitation()
    case 'report':
      return m.admin_log_report({ kind: String(details.kind) })
    case 'picture':
      return m.admin_log_picture({ kind: String(details.kind) })
    case 'settings':
      return m.ui_settings()
    case 'backup':
      return m.backups_one()
    default:
      return label
  }
}
