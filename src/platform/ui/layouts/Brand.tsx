import * as m from '#messages'
import { Link } from '../controls/Link.tsx'
import styles from './Brand.module.css'
import { Logo } from './Logo.tsx'

export function Brand() {
  return (
    <Link className={styles.brand} href="/" aria-label={m.ui_brand_home()}>
      <Logo />
      <span>Skillshot</span>
    </Link>
  )
}
