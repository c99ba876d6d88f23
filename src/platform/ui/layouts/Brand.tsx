import * as m from '#messages'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { Link } from '../navigation/Link.tsx'
import styles from './Brand.module.css'
import { Logo } from './Logo.tsx'

export function Brand() {
  const { name: site } = useSiteSettings()
  return (
    <Link className={styles.brand} href="/" aria-label={m.ui_brand_home({ site })}>
      <Logo />
      <span className={styles.name}>{site}</span>
    </Link>
  )
}
