import * as m from '#messages'
import styles from './Brand.module.css'
import { Link } from './Link.tsx'
import { Mark } from './Logo.tsx'

export function Brand() {
  return (
    <Link className={styles.brand} href="/" aria-label={m.ui_brand_home()}>
      <Mark />
      <span>Skillshot</span>
    </Link>
  )
}
