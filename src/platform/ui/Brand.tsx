import * as m from '#messages'
import styles from './Brand.module.css'
import { Link } from './Link.tsx'
import { Logo } from './Logo.tsx'

export function Brand() {
  return (
    <Link className={styles.brand} href="/" aria-label={m.ui_brand_home()}>
      <Logo />
      <span>Skillshot</span>
    </Link>
  )
}
