import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import styles from './Logo.module.css'

/** The site's own logo, or that of the product: a ball that has left the plunger lane and passed the curve at its top. */
export function Logo() {
  const { logo } = useSiteSettings()
  if (logo !== null) return <img className={styles.mark} src={logo} alt="" width={32} height={32} />
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className={styles.plate} width="32" height="32" rx="8" />
      <path className={styles.lane} d="M24.5 27V17A10.5 10.5 0 0 0 14 6.5" />
      <circle className={styles.ball} cx="11" cy="15" r="6" />
      <circle className={styles.shine} cx="9.2" cy="13" r="1.6" />
    </svg>
  )
}
