import type { AccountDoc } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import * as m from '#messages'
import { plainDate, plainDateTime } from '#platform/ui/format/ssr-format.ts'
import { dateFormat, dateTimeFormat, useLocale } from '#platform/ui/format/user-format.ts'

/** Says until when a user is suspended. The tooltip is the reason. @param exact with the time of day */
export function Suspended({
  suspended: { reason, until },
  exact = false,
}: {
  suspended: NonNullable<AccountDoc['suspended']>
  exact?: boolean
}) {
  const locale = useLocale()
  const format = (date: Date): string => {
    if (locale === null) return (exact ? plainDateTime : plainDate)(date)
    return (exact ? dateTimeFormat : dateFormat)(locale).format(date)
  }
  return (
    <span className={styles.suspended} title={reason}>
      {until === null ? m.admin_suspended() : m.admin_suspended_until({ when: format(until) })}
    </span>
  )
}
