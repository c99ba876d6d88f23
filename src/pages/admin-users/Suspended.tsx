import type { AccountDoc } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import * as m from '#messages'
import { useFormats } from '#platform/ui/format/use-formats.ts'

/** Says until when a user is suspended. The tooltip is the reason. @param exact with the time of day */
export function Suspended({
  suspended: { reason, until },
  exact = false,
}: {
  suspended: NonNullable<AccountDoc['suspended']>
  exact?: boolean
}) {
  const { date, dateTime } = useFormats()
  const format = exact ? dateTime : date
  return (
    <span className={styles.suspended} title={reason}>
      {until === null ? m.admin_suspended() : m.admin_suspended_until({ when: format(until) })}
    </span>
  )
}
