import { useState } from 'react'
import { auditExport } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { AUDIT_FORMATS, type AuditAction, type AuditFormat } from '#audit/contract.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { openDownload } from '#platform/ui/open-download.ts'
import layout from '#platform/ui/styles/layout.module.css'

const LABELS: Record<AuditFormat, () => string> = { csv: m.admin_log_csv, ndjson: m.admin_log_ndjson }

/** Downloads all entries that the page's filters match. */
export function ExportLog({ action, userId }: { action?: AuditAction | undefined; userId?: string | undefined }) {
  const exportLog = useMethod(auditExport)
  const [busy, setBusy] = useState<AuditFormat | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async (format: AuditFormat): Promise<void> => {
    setBusy(format)
    setProblem(null)
    const filters = { ...(action === undefined ? {} : { action }), ...(userId === undefined ? {} : { userId }) }
    await exportLog({ format, ...filters }).then(
      ({ url }) => openDownload(url),
      (error: unknown) => setProblem(errorMessage(error)),
    )
    setBusy(null)
  }
  return (
    <div className={layout.stack4}>
      <section className={cx(layout.row3, styles.actions)} aria-label={m.admin_log_export_label()}>
        {AUDIT_FORMATS.map(format => (
          <Button key={format} busy={busy === format} onClick={() => void start(format)}>
            {LABELS[format]()}
          </Button>
        ))}
      </section>
      <FormError message={problem} />
    </div>
  )
}
