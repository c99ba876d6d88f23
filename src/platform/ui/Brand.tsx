import styles from './Brand.module.css'
import { Link } from './Link.tsx'
import { Mark } from './Mark.tsx'

export function Brand() {
  return (
    <Link className={styles.brand} href="/" aria-label="Skillshot, home">
      <Mark />
      <span>Skillshot</span>
    </Link>
  )
}
